/* Which tile passes a lane's eye: several reads of its tag, and the id that most of them agree on. */
#ifndef MJ_TILES_H
#define MJ_TILES_H

#include <stdbool.h>
#include <stdint.h>

void tiles_start(void);

/* A tile stands before the eye; it has left the eye, towards the stacker or back. */
void tiles_eye_on(uint8_t lane);
void tiles_eye_off(uint8_t lane, bool forward);

void tiles_background(void);

/* Tell whether every lane has a reader. */
bool tiles_fitted(void);

#endif
