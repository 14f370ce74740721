/* A simulated board as a process that another program moves on step by step.
 *
 * Each line on standard input is one order. Only `run`, `poke` and `fail` orders are answered.
 *
 *   i HEX        levels of all 48 inputs, bit n = input n (inputs.h)
 *   t LANE HEX   lay the tag with these 64 bits before a lane's reader; `-` takes it away, `!HEX`
 *                lays one that answers with a bad CRC
 *   f LANE 0|1   fit a lane's reader or take it out; takes effect at the next start
 *   l LANE N     level of a lane's eye, 0..1000
 *   u HEX        bytes that arrive on the line
 *   e ADDR HEX   bytes of the EEPROM
 *   p ADDR HEX   bytes of the program memory; answered by `p HEX`, the bytes before
 *   x            reset
 *   c 0|1        pull the line's plug, or plug it in again under a new name
 *   r US         run so many microseconds; answered by
 *                `o US ON REVERSE LAMPS SEGMENTS HERTZ BYTES`: the board's time, enable and
 *                direction lines, lamps, four digits, tone, bytes sent since (or -)
 */
#ifndef MJ_STEPS_H
#define MJ_STEPS_H

#include <stdbool.h>
#include <stdint.h>

struct drives {
    uint64_t now_us;
    uint32_t on, reverse;
    uint8_t lamps, segments[4];
    uint32_t hertz;
};

/* What a simulated board offers. An order that it cannot do returns false. */
void machine_inputs(uint64_t levels);
void machine_tag(uint8_t lane, const uint8_t *id, bool damaged);
void machine_fit_reader(uint8_t lane, bool fitted);
void machine_eye(uint8_t lane, uint16_t level);
void machine_receive(uint8_t byte);
void machine_eeprom(uint16_t address, uint8_t byte);
bool machine_poke(uint32_t address, uint8_t byte, uint8_t *before);
bool machine_plug(bool in);
void machine_reset(void);
struct drives machine_run(uint32_t us);

/* Called by a machine for each byte that its board sends. */
void steps_sent(uint8_t byte);

/* Do orders until the input ends; return the program's exit status. */
int steps_serve(void);

#endif
