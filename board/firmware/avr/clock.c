/* Timer 0 samples all inputs every millisecond into a queue, so that a main loop which is late
 * loses nothing. The same interrupt is the watchdog's first stage: a main loop that has not come
 * round for LOOP_LIMIT_MS has hung, so the drivers go off at once and the hardware watchdog, which
 * runs in reset mode and needs no interrupt, restarts the chip. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <string.h>
#include <util/atomic.h>

#include "hardware.h"

#define SAMPLES 64u /* as many milliseconds as the loop may be late, and some */
#define LOOP_LIMIT_MS 50u
#define HUNG_MARK 0x48u

static uint8_t samples[SAMPLES][SENSED_BYTES];
static volatile uint8_t head, tail;
static volatile uint8_t loop_ms;
static uint8_t hung_mark __attribute__((section(".noinit")));
static bool was_hung;

void clock_start(void)
{
    was_hung = hung_mark == HUNG_MARK;
    hung_mark = 0;
    TCCR0A = _BV(WGM01);            /* count to OCR0A */
    TCCR0B = _BV(CS01) | _BV(CS00); /* 16 MHz / 64 / 250 = 1 kHz */
    OCR0A = 249;
    TIMSK0 = _BV(OCIE0A);
    wdt_enable(WDTO_120MS);
}

ISR(TIMER0_COMPA_vect)
{
    if (++loop_ms > LOOP_LIMIT_MS) {
        pins_all_off();
        hung_mark = HUNG_MARK;
        wdt_enable(WDTO_15MS);
        for (;;) {
        }
    }
    pins_sample(samples[head % SAMPLES]);
    head++;
}

bool clock_is_waiting(void)
{
    return tail != head;
}

bool clock_take_sample(uint8_t raw[SENSED_BYTES])
{
    if (!clock_is_waiting()) {
        return false;
    }
    memcpy(raw, samples[tail % SAMPLES], SENSED_BYTES);
    tail++;
    return true;
}

void clock_loop_is_alive(void)
{
    wdt_reset();
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        loop_ms = 0;
    }
}

bool clock_was_hung(void)
{
    return was_hung;
}
