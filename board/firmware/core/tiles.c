#include "tiles.h"

#include <string.h>

#include "board.h"
#include "reader.h"
#include "register_map.h"
#include "rings.h"

#define CANDIDATES 3u /* different ids that are kept apart while one tile passes */

struct candidate {
    uint8_t id[TILE_ID_BYTES];
    uint8_t reads;
};

struct place {
    struct candidate candidates[CANDIDATES];
    bool fitted, watching, damaged;
};

static struct place places[LANES];

void tiles_start(void)
{
    memset(places, 0, sizeof places);
    for (uint8_t lane = 0; lane < LANES; lane++) {
        places[lane].fitted = reader_set_up(lane);
    }
}

void tiles_eye_on(uint8_t lane)
{
    struct place *place = &places[lane];

    if (place->fitted) {
        memset(place->candidates, 0, sizeof place->candidates);
        place->damaged = false;
        place->watching = true;
        reader_search(lane);
    }
}

static void vote(struct place *place, const uint8_t *id)
{
    for (uint8_t i = 0; i < CANDIDATES; i++) {
        struct candidate *candidate = &place->candidates[i];

        if (candidate->reads == 0) {
            memcpy(candidate->id, id, TILE_ID_BYTES);
        } else if (memcmp(candidate->id, id, TILE_ID_BYTES) != 0) {
            continue;
        }
        if (candidate->reads < 0xFFu) {
            candidate->reads++;
        }
        return;
    }
}

void tiles_eye_off(uint8_t lane, bool forward)
{
    struct place *place = &places[lane];
    const struct candidate *best = &place->candidates[0];
    uint8_t flags = 0;

    if (!place->watching) {
        return;
    }
    place->watching = false;
    for (uint8_t i = 1; i < CANDIDATES; i++) {
        if (place->candidates[i].reads > best->reads) {
            best = &place->candidates[i];
        }
    }
    if (best->reads == 0) {
        flags = (uint8_t)(MJ_TILE_FLAG_NO_READ | (place->damaged ? MJ_TILE_FLAG_BAD_CRC : 0u));
    }
    if (forward) {
        tiles_put(lane, best->reads, flags, best->reads > 0 ? best->id : NULL);
    }
}

void tiles_background(void)
{
    uint8_t id[TILE_ID_BYTES];

    for (uint8_t lane = 0; lane < LANES; lane++) {
        struct place *place = &places[lane];

        if (!place->watching) {
            continue;
        }
        switch (reader_poll(lane, id)) {
        case READER_ID:
            vote(place, id);
            break;
        case READER_DAMAGED:
            place->damaged = true;
            break;
        default:
            break;
        }
    }
}

bool tiles_fitted(void)
{
    return places[0].fitted && places[1].fitted && places[2].fitted && places[3].fitted;
}
