/* The reference board: an Arduino Mega 2560. One loop does everything; interrupts only move bytes
 * and take samples. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "board.h"
#include "eyes.h"
#include "hardware.h"
#include "modbus.h"
#include "outputs.h"
#include "panel.h"
#include "settings.h"

#define LIGHT_MS 512u

/* The watchdog outlasts a reset, at its shortest time: switch it off before anything that lasts.
 * Bootloaders that clear MCUSR hand its value over in register 2 (Optiboot does). */
static uint8_t reset_flags __attribute__((section(".noinit")));

void before_main(void) __attribute__((naked, used, section(".init3")));
void before_main(void)
{
    uint8_t handed_over;

    __asm__ volatile("mov %0, r2" : "=r"(handed_over));
    reset_flags = MCUSR != 0 ? MCUSR : handed_over;
    MCUSR = 0;
    wdt_disable();
}

static uint16_t start_faults(void)
{
    uint16_t faults = 0;

    if (clock_was_hung() || (reset_flags & _BV(WDRF))) {
        faults |= MJ_FAULT_HUNG;
    }
    if ((reset_flags & (_BV(BORF) | _BV(PORF))) == _BV(BORF)) {
        faults |= MJ_FAULT_BROWN_OUT;
    }
    return faults;
}

static void show(void)
{
    uint8_t segments[PANEL_DIGITS];

    for (uint8_t i = 0; i < PANEL_DIGITS; i++) {
        segments[i] = panel_segments(i);
    }
    pins_exchange_chain(outputs_reverse(), panel_lamps(), segments);
}

static void answer(void)
{
    const uint8_t *frame;
    uint16_t length = modbus_reply(&frame);

    if (length > 0) {
        line_send(frame, length);
    }
}

static void listen(void)
{
    uint8_t byte;

    while (line_take(&byte)) {
        modbus_byte(byte);
        answer();
    }
    answer(); /* one that had to wait */
}

static bool pass_time(void)
{
    uint8_t raw[SENSED_BYTES];

    if (!clock_take_sample(raw)) {
        return false;
    }
    board_tick(raw);
    pins_drive(outputs_on());
    show();
    pins_heartbeat((board_ms() & LIGHT_MS) != 0);
    return true;
}

/* Sleep until the next interrupt, unless it has come already. */
static void rest(void)
{
    cli();
    if (!line_is_waiting() && !clock_is_waiting()) {
        sleep_enable();
        sei(); /* takes effect after the next instruction: nothing can come between */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

/* The chain's inputs are known after two exchanges; the levels settle meanwhile. */
static void first_sample(uint8_t raw[SENSED_BYTES])
{
    for (uint8_t taken = 0; taken < 5;) {
        if (clock_take_sample(raw)) {
            show();
            taken++;
            clock_loop_is_alive();
        }
    }
}

int main(void)
{
    uint8_t raw[SENSED_BYTES];
    uint8_t lane;
    uint16_t level;

    pins_start();
    spi_start();
    tone_start();
    analogue_start();
    clock_start();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    first_sample(raw);
    board_start(start_faults(), raw);
    line_start(parameter(MJ_PARAMETERS_BAUD));
    for (;;) {
        clock_loop_is_alive();
        listen();
        pins_drive(outputs_on());
        if (pass_time()) {
            continue;
        }
        board_background();
        if (analogue_take(&lane, &level)) {
            eyes_measured(lane, level);
        }
        rest();
    }
}
