#include <avr/io.h>

#include "hardware.h"
#include "port.h"

void spi_start(void)
{
    DDRB |= _BV(PB1) | _BV(PB2); /* clock and data out; PB0 is an output already */
    SPCR = _BV(SPE) | _BV(MSTR); /* mode 0, high bit first, 4 MHz */
}

uint8_t spi_exchange(uint8_t byte)
{
    SPDR = byte;
    while (!(SPSR & _BV(SPIF))) {
    }
    return SPDR;
}

uint8_t port_spi(uint8_t byte)
{
    return spi_exchange(byte);
}
