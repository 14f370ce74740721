/* Every pin but those of the serial line, SPI data and the buzzer.
 *
 * Inputs pull their pin low when they are on, so a cut wire reads off. Enable outputs drive their
 * pin high when on; each driver has a pull-down, since pins float while the chip is in reset. */
#include <avr/io.h>

#include "hardware.h"
#include "outputs.h"
#include "panel.h"
#include "port.h"

#define EYES_CAMS PINF      /* PF0..3 eyes, PF4..7 cams at home: map inputs 0..7 */
#define PUSHERS PINK        /* PK0..3 home, PK4..7 out: map inputs 12..19 */
#define TRAYS PINL          /* PL0..3 up, PL4..7 down: map inputs 20..27 */
#define DOME_GUARDS PINH    /* PH0 dome up, 1 down, 3 top, 4 hatch, 5 e-stop, 6 reset key */
#define CAMS_DOWN PING      /* PG0..2 and PG5 */
#define DOME_GUARD_PINS 0x7Bu
#define CAM_DOWN_PINS 0x27u

/* The chain: two 74HC165 (belts full, heads, keys) and eight 74HC595. */
#define CHAIN_OUT 8u
#define LATCH PB0
#define CHAIN PD0 /* low: the 74HC165 load; high: they shift, and drive MISO through a 74HC126 */
#define LIGHT PB7

static uint8_t chain_in[2] = {0xFF, 0xFF};

void pins_start(void)
{
    pins_all_off();
    PORTF = PORTK = PORTL = 0xFF; /* pull-ups */
    PORTH |= DOME_GUARD_PINS;
    PORTG |= CAM_DOWN_PINS;
    PORTE |= _BV(PE4) | _BV(PE5); /* readers not selected */
    PORTJ |= _BV(PJ0) | _BV(PJ1);
    DDRE |= _BV(PE4) | _BV(PE5);
    DDRJ |= _BV(PJ0) | _BV(PJ1);
    DDRD |= _BV(CHAIN) | _BV(PD7);
    DDRB |= _BV(LATCH) | _BV(PB4) | _BV(PB5) | _BV(PB6) | _BV(LIGHT);
    DDRA = 0xFF;
    DDRC = 0xFF;
}

void pins_all_off(void)
{
    PORTA = 0;
    PORTC = 0;
    PORTB &= (uint8_t)~(_BV(PB4) | _BV(PB5) | _BV(PB6));
    PORTD &= (uint8_t)~_BV(PD7);
}

/* Actuators 0..2 drum, ring, dome on PB4..6, 3 the cup on PD7; 4..11 belts and stackers on port A;
 * 12..19 pushers and trays on port C. */
void pins_drive(const uint8_t *on)
{
    uint8_t first = on[0] & 0x0Fu;

    PORTA = (uint8_t)(on[0] >> 4 | on[1] << 4);
    PORTC = (uint8_t)(on[1] >> 4 | on[2] << 4);
    PORTB = (uint8_t)((PORTB & ~(_BV(PB4) | _BV(PB5) | _BV(PB6))) | (first & 0x07u) << PB4);
    if (first & 0x08u) { /* one bit at a time: an interrupt has another pin of this port */
        PORTD |= _BV(PD7);
    } else {
        PORTD &= (uint8_t)~_BV(PD7);
    }
}

/* Put the levels in the order of the map; called from the millisecond's interrupt. */
void pins_sample(uint8_t raw[SENSED_BYTES])
{
    uint8_t chain_low = (uint8_t)~chain_in[0]; /* 0..3 belts full, 4..7 heads */
    uint8_t keys = (uint8_t)~chain_in[1];      /* 0..1 lift, 2..5 dice */
    uint8_t pushers = (uint8_t)~PUSHERS;
    uint8_t trays = (uint8_t)~TRAYS;
    uint8_t dome = (uint8_t)~DOME_GUARDS;
    uint8_t cams = (uint8_t)~CAMS_DOWN;

    raw[0] = (uint8_t)~EYES_CAMS;
    raw[1] = (uint8_t)((chain_low & 0x0Fu) | pushers << 4);
    raw[2] = (uint8_t)(pushers >> 4 | trays << 4);
    raw[3] = (uint8_t)(trays >> 4 | (dome & 0x03u) << 4 | (dome & 0x18u) << 3);
    raw[4] = (uint8_t)((dome >> 5 & 1u) | (keys & 0x3Fu) << 1 | (dome >> 6 & 1u) << 7);
    raw[5] = (uint8_t)((cams & 0x07u) | (cams >> 5 & 1u) << 3 | (chain_low & 0xF0u));
}

/* The readers share the wires, so what the 74HC595 hold is only theirs, and only shown, right after
 * these bytes. The byte shifted out last stays nearest. */
void pins_exchange_chain(const uint8_t *reverse, uint8_t lamps, const uint8_t *segments)
{
    uint8_t out[CHAIN_OUT] = {segments[3], segments[2], segments[1], segments[0],
                              lamps,       reverse[2],  reverse[1],  reverse[0]};
    uint8_t in[CHAIN_OUT];

    PORTD |= _BV(CHAIN);
    for (uint8_t i = 0; i < CHAIN_OUT; i++) {
        in[i] = spi_exchange(out[i]);
    }
    PORTD &= (uint8_t)~_BV(CHAIN);
    PORTB |= _BV(LATCH);
    PORTB &= (uint8_t)~_BV(LATCH);
    chain_in[0] = in[0];
    chain_in[1] = in[1];
}

void port_reader_select(uint8_t lane, bool selected)
{
    static volatile uint8_t *const PORTS[] = {&PORTE, &PORTE, &PORTJ, &PORTJ};
    static const uint8_t PINS[] = {_BV(PE4), _BV(PE5), _BV(PJ1), _BV(PJ0)};

    if (selected) {
        *PORTS[lane] &= (uint8_t)~PINS[lane];
    } else {
        *PORTS[lane] |= PINS[lane];
    }
}

void pins_heartbeat(bool lit)
{
    if (lit) {
        PORTB |= _BV(LIGHT);
    } else {
        PORTB &= (uint8_t)~_BV(LIGHT);
    }
}
