/* The board's logic as a whole: time and samples in, drives out. All of it runs in one thread. */
#ifndef MJ_BOARD_H
#define MJ_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "inputs.h"

#define FIRMWARE_VERSION 0x0100u
#define LANES 4u

/* Start anew. `faults` are MJ_FAULT_ bits of how the start came about; `raw` is the first sample. */
void board_start(uint16_t faults, const uint8_t raw[SENSED_BYTES]);

/* Take one sample of all inputs, 1 ms after the one before. */
void board_tick(const uint8_t raw[SENSED_BYTES]);

/* Do a little of what may wait: tile readers, saving of settings. */
void board_background(void);

/* Milliseconds since the start: the time of every event. */
uint32_t board_ms(void);

/* Take the contents of a cycle command. */
void board_cycle(uint16_t flags, uint32_t levels, uint16_t heartbeat);

bool board_armed(void);

/* Tell why an actuator may not move now: a MJ_WHY_ value, MJ_WHY_NONE if it may. */
uint8_t board_refusal(uint8_t actuator);

/* Values of the status block. */
uint16_t board_boot_id(void);
uint8_t board_state(void);
uint16_t board_faults_latched(void);
uint16_t board_faults_live(void);
uint16_t board_watchdog_left(void);
uint16_t board_capabilities(void);

/* Level outputs that are on now: MJ_LEVEL_OUTPUT_ bits. */
uint32_t board_levels(void);

#endif
