/* What people see and hear: digits, lamps and buzzer. */
#ifndef MJ_PANEL_H
#define MJ_PANEL_H

#include <stdint.h>

#define PANEL_DIGITS 4u
#define PANEL_TEXT 8u

/* Lamps of the panel: the level outputs of the map, then two of the board's own. */
#define PANEL_ARMED 0x20u
#define PANEL_FAULT 0x40u

void panel_start(void);

/* Show a text, as far as the digits go, and make a sound; showing the same again changes nothing. */
void panel_show(const uint8_t text[PANEL_TEXT], uint8_t sound);

void panel_tick(void);

/* Segments of a digit, leftmost 0: bits a..g, then the point. */
uint8_t panel_segments(uint8_t digit);
uint8_t panel_lamps(void);

#endif
