/* The buzzer on OC3A: timer 3 toggles it, so a tone costs no time. */
#include <avr/io.h>

#include "hardware.h"
#include "port.h"

void tone_start(void)
{
    DDRE |= _BV(PE3);
}

void port_tone(uint16_t hertz)
{
    if (hertz == 0) {
        TCCR3A = 0;
        TCCR3B = 0;
        PORTE &= (uint8_t)~_BV(PE3);
        return;
    }
    OCR3A = (uint16_t)(F_CPU / 8ul / 2ul / hertz - 1ul);
    TCNT3 = 0;
    TCCR3A = _BV(COM3A0);
    TCCR3B = _BV(WGM32) | _BV(CS31);
}
