/* A tile reader at each lane's eye, whatever chip it is. Readers work side by side; none waits. */
#ifndef MJ_READER_H
#define MJ_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "rings.h"

enum reader_answer {
    READER_BUSY,    /* not done yet */
    READER_NOTHING, /* no tag answered */
    READER_DAMAGED, /* something answered, but not cleanly */
    READER_ID,      /* the tag's 64 bits are there */
};

/* Set a reader up, whatever it was doing; return false if there is none. */
bool reader_set_up(uint8_t lane);

/* Begin to look for a tag, as if none had been there. */
void reader_search(uint8_t lane);

/* Go on; every answer but busy begins the next attempt. */
enum reader_answer reader_poll(uint8_t lane, uint8_t id[TILE_ID_BYTES]);

#endif
