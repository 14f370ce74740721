#include "rings.h"

#include <string.h>

#include "board.h"
#include "register_map.h"
#include "words.h"

struct event {
    uint32_t ms;
    uint16_t seq, kind_source, value, detail;
};

struct reading {
    uint16_t seq, ms_low, reading;
    uint8_t id[TILE_ID_BYTES];
};

static struct event events[MJ_EVENTS_ENTRIES];
static struct reading readings[MJ_TILES_ENTRIES];
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
    struct event *event = &events[newest_event % MJ_EVENTS_ENTRIES];

    event->seq = newest_event;
    event->ms = board_ms();
    event->kind_source = (uint16_t)((uint16_t)(kind << 8) | source);
    event->value = value;
    event->detail = detail;
}

uint16_t events_head(void)
{
    return newest_event;
}

uint16_t events_word(uint16_t where)
{
    const struct event *event = &events[where / MJ_EVENTS_ENTRY_WORDS];

    switch (where % MJ_EVENTS_ENTRY_WORDS) {
    case MJ_EVENTS_SEQ:
        return event->seq;
    case MJ_EVENTS_MS:
        return high_word(event->ms);
    case MJ_EVENTS_MS + 1u:
        return low_word(event->ms);
    case MJ_EVENTS_KIND_SOURCE:
        return event->kind_source;
    case MJ_EVENTS_VALUE:
        return event->value;
    default:
        return event->detail;
    }
}

void tiles_put(uint8_t lane, uint8_t reads, uint8_t flags, const uint8_t *id)
{
    newest_reading++;
    struct reading *reading = &readings[newest_reading % MJ_TILES_ENTRIES];

    reading->seq = newest_reading;
    reading->ms_low = low_word(board_ms());
    reading->reading = (uint16_t)((uint16_t)(reads << 8) | (uint16_t)(lane << 4) | flags);
    if (id != NULL) {
        memcpy(reading->id, id, TILE_ID_BYTES);
    } else {
        memset(reading->id, 0, TILE_ID_BYTES);
    }
}

uint16_t tiles_head(void)
{
    return newest_reading;
}

uint16_t tiles_word(uint16_t where)
{
    const struct reading *reading = &readings[where / MJ_TILES_ENTRY_WORDS];
    uint16_t word = where % MJ_TILES_ENTRY_WORDS;

    switch (word) {
    case MJ_TILES_SEQ:
        return reading->seq;
    case MJ_TILES_MS_LOW:
        return reading->ms_low;
    case MJ_TILES_READING:
        return reading->reading;
    default:
        return word_at(&reading->id[2u * (word - MJ_TILES_TILE_ID)]);
    }
}
