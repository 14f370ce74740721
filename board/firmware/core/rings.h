/* The two rings that the host reads at its own pace: events and tile readings. */
#ifndef MJ_RINGS_H
#define MJ_RINGS_H

#include <stdint.h>

#define TILE_ID_BYTES 8u

void rings_start(void);

void events_put(uint8_t kind, uint8_t source, uint16_t value, uint16_t detail);
uint16_t events_head(void);
uint16_t events_word(uint16_t where);

/* `id` is the tag's 64 bits, high byte first, or NULL when nothing was read. */
void tiles_put(uint8_t lane, uint8_t reads, uint8_t flags, const uint8_t *id);
uint16_t tiles_head(void);
uint16_t tiles_word(uint16_t where);

#endif
