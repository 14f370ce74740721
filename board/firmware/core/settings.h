/* Parameters and limits: in force, checked, and kept over a power cut under a CRC. */
#ifndef MJ_SETTINGS_H
#define MJ_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "register_map.h"

#define SETTINGS_FIRST MJ_PARAMETERS_WATCHDOG
#define SETTINGS_PARAMETERS (MJ_PARAMETERS_WORDS - SETTINGS_FIRST)

#define SETTINGS_LIMITS (MJ_ACTUATOR_COUNT * MJ_LIMITS_ENTRY_WORDS)

/* The words of both blocks as they stand there, without nonce and keep. */
extern uint16_t settings_limits[SETTINGS_LIMITS];
extern uint16_t settings_parameters[SETTINGS_PARAMETERS];

/* Load what was kept; return false if it was damaged, and defaults are in force. Memory that was
 * never written is not damaged. */
bool settings_start(void);

/* Count a start and return its number, never 0. */
uint16_t settings_count_start(void);

/* Return this one board's own number; 0 = none was given. */
uint32_t settings_board_id(void);

void settings_put_defaults(void);

/* Tell whether a word may stand there; `where` counts from the block's first word. */
bool settings_limit_fits(uint16_t where, uint16_t word);
bool settings_parameter_fits(uint16_t where, uint16_t word);

/* Put checked words in force, then renew the CRC once. */
void settings_put_limit(uint16_t where, uint16_t word);
void settings_put_parameter(uint16_t where, uint16_t word);
void settings_changed(void);

/* CRC-16/MODBUS over the words of limits and parameters. */
uint16_t settings_crc(void);

/* Begin to keep what is in force; settings_background() writes it byte by byte. */
void settings_save(void);
bool settings_saving(void);
void settings_background(void);

static inline uint16_t parameter(uint8_t which)
{
    return settings_parameters[which - SETTINGS_FIRST];
}

static inline uint16_t limit(uint8_t actuator, uint8_t which)
{
    return settings_limits[actuator * MJ_LIMITS_ENTRY_WORDS + which];
}

static inline uint32_t longest_run_ms(uint8_t actuator)
{
    return limit(actuator, MJ_LIMITS_LONGEST_RUN) * 100ul;
}

/* The input that ends motions of an actuator in a direction, or 0xFF. */
static inline uint8_t end_stop(uint8_t actuator, bool reverse)
{
    uint16_t both = limit(actuator, MJ_LIMITS_END_STOPS);

    return (uint8_t)(reverse ? both : both >> 8);
}

#endif
