/* The firmware's core as a native program: no chip, but the same logic, under sanitizers. */
#include <string.h>

#include "board.h"
#include "eyes.h"
#include "modbus.h"
#include "outputs.h"
#include "panel.h"
#include "port.h"
#include "rc522_model.h"
#include "steps.h"

#define MEMORY_BYTES 4096u
#define TICK_US 1000u
#define SLICES 10u /* turns of the main loop in a millisecond */

static uint8_t memory[MEMORY_BYTES];
static struct rc522 readers[LANES];
static struct rc522 *selected;
static uint8_t raw[SENSED_BYTES];
static uint64_t now_us;
static uint32_t hertz;
static bool started;

bool port_memory_busy(void)
{
    return false;
}

uint8_t port_memory_read(uint16_t address)
{
    return memory[address];
}

void port_memory_write(uint16_t address, uint8_t byte)
{
    memory[address] = byte;
}

void port_reader_select(uint8_t lane, bool on)
{
    selected = on ? &readers[lane] : NULL;
    if (on) {
        rc522_select(selected);
    }
}

uint8_t port_spi(uint8_t byte)
{
    return selected != NULL ? rc522_exchange(selected, byte, now_us) : 0xFF;
}

void port_tone(uint16_t wanted)
{
    hertz = wanted;
}

void machine_inputs(uint64_t levels)
{
    for (uint8_t i = 0; i < SENSED_BYTES; i++) {
        raw[i] = (uint8_t)(levels >> (8u * i));
    }
}

void machine_tag(uint8_t lane, const uint8_t *id, bool damaged)
{
    rc522_put_tag(&readers[lane], id, damaged);
}

void machine_fit_reader(uint8_t lane, bool fitted)
{
    readers[lane].fitted = fitted;
}

static void start(uint16_t faults)
{
    started = true;
    board_start(faults, raw);
}

void machine_eye(uint8_t lane, uint16_t level)
{
    if (!started) {
        start(0);
    }
    eyes_measured(lane, level);
}

static void send_reply(void)
{
    const uint8_t *frame;
    uint16_t length = modbus_reply(&frame);

    for (uint16_t i = 0; i < length; i++) {
        steps_sent(frame[i]);
    }
}

void machine_receive(uint8_t byte)
{
    if (!started) {
        start(0);
    }
    modbus_byte(byte);
    send_reply();
}

void machine_eeprom(uint16_t address, uint8_t byte)
{
    memory[address % MEMORY_BYTES] = byte;
}

bool machine_poke(uint32_t address, uint8_t byte, uint8_t *before)
{
    (void)address;
    (void)byte;
    (void)before;
    return false;
}

bool machine_plug(bool in)
{
    return in;
}

void machine_reset(void)
{
    start(0);
}

static uint32_t mask_of(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
}

struct drives machine_run(uint32_t us)
{
    if (!started) {
        start(0);
    }
    for (uint64_t end_us = now_us + us; now_us < end_us;) {
        now_us += TICK_US / SLICES;
        board_background();
        if (now_us % TICK_US == 0) {
            board_tick(raw);
            send_reply();
        }
    }
    struct drives drives = {
        .now_us = now_us,
        .on = mask_of(outputs_on()),
        .reverse = mask_of(outputs_reverse()),
        .lamps = panel_lamps(),
        .hertz = hertz,
    };

    for (uint8_t i = 0; i < PANEL_DIGITS; i++) {
        drives.segments[i] = panel_segments(i);
    }
    return drives;
}

int main(void)
{
    memset(memory, 0xFF, sizeof memory);
    for (uint8_t lane = 0; lane < LANES; lane++) {
        readers[lane].fitted = true;
    }
    return steps_serve();
}
