#include "inputs.h"

#include <string.h>

#include "settings.h"
#include "words.h"

#define EYES 0x0Fu /* the first four inputs */

static uint8_t levels[SENSED_BYTES];
static uint8_t last_raw[SENSED_BYTES];
static uint8_t held_ms[SENSED_COUNT]; /* for how long the raw level has differed */
static uint8_t differed[SENSED_BYTES]; /* inputs whose time is not 0 */
static uint16_t eye_edges[4];

/* Byte `index` of the mask of inverted inputs; its words stand high word first. */
static uint8_t inverted(uint8_t index)
{
    uint16_t word = parameter((uint8_t)(MJ_PARAMETERS_INVERT + 2u - index / 2u));

    return (uint8_t)(index & 1u ? word >> 8 : word);
}

void inputs_start(const uint8_t raw[SENSED_BYTES])
{
    for (uint8_t i = 0; i < SENSED_BYTES; i++) {
        levels[i] = last_raw[i] = raw[i] ^ inverted(i);
    }
    memset(held_ms, 0, sizeof held_ms);
    memset(differed, 0, sizeof differed);
    memset(eye_edges, 0, sizeof eye_edges);
}

static void count_eye_edges(uint8_t edges)
{
    for (uint8_t lane = 0; lane < 4; lane++) {
        eye_edges[lane] += (uint16_t)(edges >> lane & 1u);
    }
}

static void sample_input(uint8_t input, bool differs, void (*changed)(uint8_t, bool))
{
    uint8_t needed = (uint8_t)(input <= MJ_INPUT_EYE_3 ? parameter(MJ_PARAMETERS_EYE_DEBOUNCE)
                                                       : parameter(MJ_PARAMETERS_DEBOUNCE));

    if (!differs) {
        held_ms[input] = 0;
        mask_put(differed, input, false);
    } else if (++held_ms[input] < needed) {
        mask_put(differed, input, true);
    } else {
        bool level = !mask_has(levels, input);

        held_ms[input] = 0;
        mask_put(differed, input, false);
        mask_put(levels, input, level);
        changed(input, level);
    }
}

void inputs_sample(const uint8_t raw[SENSED_BYTES], void (*changed)(uint8_t input, bool level))
{
    for (uint8_t i = 0; i < SENSED_BYTES; i++) {
        uint8_t now = raw[i] ^ inverted(i);
        uint8_t differs = now ^ levels[i];
        uint8_t work = differs | differed[i];

        if (i == 0 && ((now ^ last_raw[0]) & EYES) != 0) {
            count_eye_edges((now ^ last_raw[0]) & EYES);
        }
        last_raw[i] = now;
        for (uint8_t bit = 0; work != 0; bit++, work >>= 1) {
            if (work & 1u) {
                sample_input((uint8_t)(8u * i + bit), (differs >> bit & 1u) != 0, changed);
            }
        }
    }
}

bool input_is_on(uint8_t input)
{
    return mask_has(levels, input);
}

uint16_t inputs_word(uint8_t word)
{
    /* The map's 40 inputs; what only the board needs stays out. */
    if (word == 0) {
        return levels[4];
    }
    uint8_t low = (uint8_t)(word == 1 ? 2 : 0);

    return (uint16_t)((uint16_t)(levels[low + 1u] << 8) | levels[low]);
}

uint16_t inputs_eye_edges(uint8_t lane)
{
    return eye_edges[lane];
}
