/* The last stage before the drivers: what is wanted becomes what is driven, safely. Nothing else
 * in the firmware switches a motor, so what is promised here holds whatever was commanded:
 *
 * - an output that has been on for its actuator's longest run goes off and rests, and quick stops
 *   and starts do not stretch that;
 * - a motor is not driven against its end stop;
 * - a motor stands still for a moment before it turns the other way;
 * - a direction line only changes while its motor is off. */
#ifndef MJ_OUTPUTS_H
#define MJ_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>

#define DRIVE_BYTES 3u

void outputs_start(void);

/* Want a motor forward (1), reverse (-1) or off (0); off takes effect at once. */
void outputs_want(uint8_t actuator, int8_t direction);
int8_t outputs_wanted(uint8_t actuator);

/* Pass a millisecond; every output cut for its longest run is told to `overrun`. */
void outputs_tick(void (*overrun)(uint8_t actuator));

/* Tell which way a motor turns or turned last. */
bool outputs_is_reverse(uint8_t actuator);
bool outputs_is_on(uint8_t actuator);

/* Masks for the drivers: enable lines and direction lines. */
const uint8_t *outputs_on(void);
const uint8_t *outputs_reverse(void);

#endif
