/* What the core asks of the hardware under it. Everything else is handed in or fetched:
 * input samples, received bytes, replies and drives (board.h). None of these calls waits, but for
 * the few microseconds of an SPI byte. */
#ifndef MJ_PORT_H
#define MJ_PORT_H

#include <stdbool.h>
#include <stdint.h>

/* Memory that outlasts a power cut. A write is only begun while it is not busy. */
bool port_memory_busy(void);
uint8_t port_memory_read(uint16_t address);
void port_memory_write(uint16_t address, uint8_t byte);

/* Exchange one byte with the tile reader that is selected. */
uint8_t port_spi(uint8_t byte);
void port_reader_select(uint8_t lane, bool selected);

/* Sound a tone; 0 is silence. */
void port_tone(uint16_t hertz);

#endif
