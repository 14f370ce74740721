/* A lane's stacker (叠推): two tiles, one on the other, pushed into the row; over and over. */
#ifndef MJ_STACKER_H
#define MJ_STACKER_H

#include <stdbool.h>
#include <stdint.h>

/* Told when a lane has made all stacks of its command. */
void stackers_start(void (*done)(uint8_t lane));

/* Begin to make stacks; what lies in the head from a stopped command is used. */
void stacker_begin(uint8_t lane, uint8_t stacks);

/* Switch the lane off; what lies in the head stays there. */
void stacker_stop(uint8_t lane);

bool stacker_active(uint8_t lane);

/* MJ_STACK_PHASE_ << 5 | stacks made, for the reason of a time limit. */
uint8_t stacker_progress(uint8_t lane);

/* What the lane's sensors tell. */
void stacker_tile_passed(uint8_t lane);
void stacker_cam_down_changed(uint8_t lane, bool level);
void stacker_cam_came_home(uint8_t lane);

void stackers_tick(void);

#endif
