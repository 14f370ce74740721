#include "outputs.h"

#include <string.h>

#include "inputs.h"
#include "settings.h"
#include "words.h"

#define REST_MS 100u    /* shorter pauses do not count: what was on before them counts on */
#define DIRECTION_MS 3u /* from the change of a direction line until the motor may go on */
#define LONG_OFF 1000u  /* longer than any pause before a motor turns the other way */

struct output {
    int8_t wanted;
    bool is_on, is_reverse;
    uint8_t hold_ms; /* stays off so long, whatever is wanted */
    uint16_t off_ms;
    uint32_t on_ms;
};

static struct output outputs[MJ_ACTUATOR_COUNT];
static uint8_t on_mask[DRIVE_BYTES], reverse_mask[DRIVE_BYTES];

void outputs_start(void)
{
    memset(outputs, 0, sizeof outputs);
    memset(on_mask, 0, sizeof on_mask);
    memset(reverse_mask, 0, sizeof reverse_mask);
    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        outputs[i].off_ms = LONG_OFF;
    }
}

static void switch_to(uint8_t actuator, bool on)
{
    struct output *output = &outputs[actuator];

    if (output->is_on == on) {
        return;
    }
    if (on && output->off_ms >= REST_MS) {
        output->on_ms = 0;
    } else if (on && output->on_ms >= longest_run_ms(actuator)) {
        return; /* it has not rested yet */
    }
    output->is_on = on;
    output->off_ms = 0;
    mask_put(on_mask, actuator, on);
}

void outputs_want(uint8_t actuator, int8_t direction)
{
    outputs[actuator].wanted = direction;
    if (direction == 0) {
        switch_to(actuator, false);
    }
}

int8_t outputs_wanted(uint8_t actuator)
{
    return outputs[actuator].wanted;
}

static bool is_at_end(uint8_t actuator, bool reverse)
{
    uint8_t stop = end_stop(actuator, reverse);

    return stop < SENSED_COUNT && input_is_on(stop);
}

/* Switch on, or go a step further towards it. */
static void drive(uint8_t actuator, struct output *output)
{
    bool reverse = output->wanted < 0;

    if (reverse != output->is_reverse) {
        switch_to(actuator, false);
        if (output->off_ms >= parameter(MJ_PARAMETERS_TURN_ROUND)) {
            output->is_reverse = reverse;
            output->hold_ms = DIRECTION_MS;
            mask_put(reverse_mask, actuator, reverse);
        }
    } else {
        switch_to(actuator, output->hold_ms == 0 && !is_at_end(actuator, reverse));
    }
}

/* Count a millisecond that begins now, on or off. */
static void count(uint8_t actuator, struct output *output, void (*overrun)(uint8_t actuator))
{
    if (!output->is_on) {
        output->off_ms = (uint16_t)(output->off_ms + (output->off_ms < LONG_OFF));
    } else if (++output->on_ms > longest_run_ms(actuator)) {
        outputs_want(actuator, 0);
        output->hold_ms = REST_MS;
        overrun(actuator);
    }
}

void outputs_tick(void (*overrun)(uint8_t actuator))
{
    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        struct output *output = &outputs[i];

        if (output->hold_ms > 0) {
            output->hold_ms--;
        }
        if (output->wanted != 0) {
            drive(i, output);
        }
        count(i, output, overrun);
    }
}

bool outputs_is_reverse(uint8_t actuator)
{
    return outputs[actuator].is_reverse;
}

bool outputs_is_on(uint8_t actuator)
{
    return outputs[actuator].is_on;
}

const uint8_t *outputs_on(void)
{
    return on_mask;
}

const uint8_t *outputs_reverse(void)
{
    return reverse_mask;
}
