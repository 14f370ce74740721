#include "eyes.h"

#include <stdbool.h>
#include <string.h>

#include "board.h"
#include "inputs.h"
#include "register_map.h"

#define NOT_MEASURED 0xFFFFu
#define NOISE_WINDOW_MS 10000u
#define MEAN_SHIFT 8u /* the slow mean takes in 1/256 of each new level */

struct eye {
    uint16_t count, now;
    uint32_t mean;          /* of idle levels, times 256; 0 = none yet */
    uint16_t lowest, highest, noise;
    uint32_t window_ms;     /* when the noise's window began */
};

static struct eye eyes[LANES];

void eyes_start(void)
{
    memset(eyes, 0, sizeof eyes);
    for (uint8_t lane = 0; lane < LANES; lane++) {
        eyes[lane].now = eyes[lane].lowest = NOT_MEASURED;
    }
}

uint16_t eyes_count(uint8_t lane)
{
    return ++eyes[lane].count;
}

uint16_t eyes_counted(uint8_t lane)
{
    return eyes[lane].count;
}

static uint16_t spread(const struct eye *eye)
{
    return eye->lowest > eye->highest ? 0 : (uint16_t)(eye->highest - eye->lowest);
}

void eyes_measured(uint8_t lane, uint16_t level)
{
    struct eye *eye = &eyes[lane];

    eye->now = level;
    if (input_is_on(lane)) {
        return;
    }
    if (eye->mean == 0) {
        eye->mean = (uint32_t)level << MEAN_SHIFT;
    } else {
        eye->mean += level;
        eye->mean -= eye->mean >> MEAN_SHIFT;
    }
    if (board_ms() - eye->window_ms >= NOISE_WINDOW_MS) {
        eye->noise = spread(eye);
        eye->window_ms = board_ms();
        eye->lowest = NOT_MEASURED;
        eye->highest = 0;
    }
    eye->lowest = level < eye->lowest ? level : eye->lowest;
    eye->highest = level > eye->highest ? level : eye->highest;
}

uint16_t eyes_word(uint16_t where)
{
    uint8_t lane = (uint8_t)((where - MJ_EYES_IDLE) % LANES);
    const struct eye *eye = &eyes[lane];
    uint16_t noise = spread(eye);

    switch (where - lane) {
    case MJ_EYES_NOW:
        return eye->now;
    case MJ_EYES_EDGES:
        return inputs_eye_edges(lane);
    case MJ_EYES_NOISE:
        return eye->now == NOT_MEASURED ? NOT_MEASURED : noise > eye->noise ? noise : eye->noise;
    default:
        return eye->now == NOT_MEASURED ? NOT_MEASURED : (uint16_t)(eye->mean >> MEAN_SHIFT);
    }
}
