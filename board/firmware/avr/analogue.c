/* The eyes' phototransistors pull their pin down when a tile reflects: 5 V is darkness. */
#include <avr/io.h>

#include "board.h"
#include "hardware.h"

#define FULL_SCALE 1023u
#define LEVELS 1001ul /* of 1024: a shift instead of a division */

static uint8_t measured;

static void begin(uint8_t lane)
{
    measured = lane;
    ADMUX = (uint8_t)(_BV(REFS0) | lane); /* reference AVCC, inputs ADC0..3 */
    ADCSRA = _BV(ADEN) | _BV(ADSC) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0); /* 125 kHz */
}

void analogue_start(void)
{
    begin(0);
}

bool analogue_take(uint8_t *lane, uint16_t *level)
{
    if (ADCSRA & _BV(ADSC)) {
        return false;
    }
    *lane = measured;
    *level = (uint16_t)((FULL_SCALE - ADC) * LEVELS >> 10);
    begin((uint8_t)((measured + 1u) % LANES));
    return true;
}
