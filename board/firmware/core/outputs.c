#include "outputs.h"

#include <string.h>

#include "settings.h"
#include "words.h"

#define REST_MS 100u    /* after an output was cut */
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

    if (output->is_on != on) {
        output->is_on = on;
        output->off_ms = 0;
        output->on_ms = 0;
        mask_put(on_mask, actuator, on);
    }
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
    } else if (output->hold_ms == 0) {
        switch_to(actuator, true);
    }
}

void outputs_tick(void (*overrun)(uint8_t actuator))
{
    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        struct output *output = &outputs[i];

        if (output->is_on) {
            if (++output->on_ms >= longest_run_ms(i)) {
                outputs_want(i, 0);
                output->hold_ms = REST_MS;
                overrun(i);
            }
        } else if (output->off_ms < LONG_OFF) {
            output->off_ms++;
        }
        if (output->hold_ms > 0) {
            output->hold_ms--;
        }
        if (output->wanted != 0) {
            drive(i, output);
        }
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
