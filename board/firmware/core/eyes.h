/* The lane eyes: tiles counted, and the health of each eye from its analogue level. */
#ifndef MJ_EYES_H
#define MJ_EYES_H

#include <stdint.h>

void eyes_start(void);

/* Count a tile and return the lane's count since the start, wrapping. */
uint16_t eyes_count(uint8_t lane);
uint16_t eyes_counted(uint8_t lane);

/* Take a measured level, 0..1000. */
void eyes_measured(uint8_t lane, uint16_t level);

/* Word of the eyes block after its nonce: idle, now, noise and edges of the four lanes. */
uint16_t eyes_word(uint16_t where);

#endif
