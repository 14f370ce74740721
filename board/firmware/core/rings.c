#include "rings.h"

#include <string.h>

#include "board.h"
#include "register_map.h"
#include "words.h"

/* Both rings are kept as the words that the host reads. */
static uint16_t events[MJ_EVENTS_WORDS];
static uint16_t readings[MJ_TILES_WORDS];
static uint16_t newest_event, newest_reading;

void rings_start(void)
{
    memset(events, 0, sizeof events);
    memset(readings, 0, sizeof readings);
    newest_event = newest_reading = 0;
}

void events_put(uint8_t kind, uint8_t source, uint16_t value, uint16_t detail)
{
    newest_event++;
    uint16_t *event = &events[newest_event % MJ_EVENTS_ENTRIES * MJ_EVENTS_ENTRY_WORDS];

    event[MJ_EVENTS_SEQ] = newest_event;
    event[MJ_EVENTS_MS] = high_word(board_ms());
    event[MJ_EVENTS_MS + 1u] = low_word(board_ms());
    event[MJ_EVENTS_KIND_SOURCE] = (uint16_t)((uint16_t)(kind << 8) | source);
    event[MJ_EVENTS_VALUE] = value;
    event[MJ_EVENTS_DETAIL] = detail;
}

uint16_t events_head(void)
{
    return newest_event;
}

uint16_t events_word(uint16_t where)
{
    return events[where];
}

void tiles_put(uint8_t lane, uint8_t reads, uint8_t flags, const uint8_t *id)
{
    newest_reading++;
    uint16_t *reading = &readings[newest_reading % MJ_TILES_ENTRIES * MJ_TILES_ENTRY_WORDS];

    reading[MJ_TILES_SEQ] = newest_reading;
    reading[MJ_TILES_MS_LOW] = low_word(board_ms());
    reading[MJ_TILES_READING] =
        (uint16_t)((uint16_t)(reads << 8) | (uint16_t)(lane << 4) | flags);
    for (uint8_t i = 0; i < TILE_ID_BYTES / 2u; i++) {
        reading[MJ_TILES_TILE_ID + i] = id != NULL ? word_at(&id[2u * i]) : 0;
    }
}

uint16_t tiles_head(void)
{
    return newest_reading;
}

uint16_t tiles_word(uint16_t where)
{
    return readings[where];
}
