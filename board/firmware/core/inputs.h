/* Debounced inputs, sampled once a millisecond. */
#ifndef MJ_INPUTS_H
#define MJ_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "register_map.h"

/* Inputs that only the board needs, after those of the map: the cam of a lane's stacker stands
 * between one tile's thickness down and its push (S3), and tiles lie in the head (K1). */
enum {
    INPUT_CAM_DOWN_0 = MJ_INPUT_COUNT,
    INPUT_HEAD_0 = INPUT_CAM_DOWN_0 + 4,
    SENSED_COUNT = INPUT_HEAD_0 + 4,
    SENSED_BYTES = SENSED_COUNT / 8,
};

/* Take the first sample as it is: nothing has changed. */
void inputs_start(const uint8_t raw[SENSED_BYTES]);

/* Take a sample; every input that has held a new level long enough is told to `changed`. */
void inputs_sample(const uint8_t raw[SENSED_BYTES], void (*changed)(uint8_t input, bool level));

bool input_is_on(uint8_t input);

/* Word 0..2 of the mask of the map's inputs. */
uint16_t inputs_word(uint8_t word);

/* Raw edges of a lane's eye since the start, wrapping. */
uint16_t inputs_eye_edges(uint8_t lane);

#endif
