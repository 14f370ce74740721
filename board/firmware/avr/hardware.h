/* The thin layer over the ATmega2560. board/README.md has the wiring table of every pin. */
#ifndef MJ_HARDWARE_H
#define MJ_HARDWARE_H

#include <stdbool.h>
#include <stdint.h>

#include "inputs.h"

/* pins.c: levels in, drives out, and the slow chain of shift registers. */
void pins_start(void);
void pins_sample(uint8_t raw[SENSED_BYTES]);
void pins_drive(const uint8_t *on);
void pins_all_off(void);
void pins_exchange_chain(const uint8_t *reverse, uint8_t lamps, const uint8_t *segments);
void pins_heartbeat(bool lit);

/* clock.c: one sample of all inputs a millisecond, and the first stage of the watchdog. */
void clock_start(void);
bool clock_is_waiting(void);
bool clock_take_sample(uint8_t raw[SENSED_BYTES]);
void clock_loop_is_alive(void);
bool clock_was_hung(void);

/* line.c: the serial line. */
void line_start(uint16_t baud);
bool line_is_waiting(void);
bool line_take(uint8_t *byte);
void line_send(const uint8_t *bytes, uint16_t length);

/* analogue.c: level of one eye after the other, 0..1000. */
void analogue_start(void);
bool analogue_take(uint8_t *lane, uint16_t *level);

/* spi.c, memory.c and tone.c fill in port.h. */
void spi_start(void);
uint8_t spi_exchange(uint8_t byte);
void tone_start(void);

#endif
