#include <avr/eeprom.h>

#include "port.h"

bool port_memory_busy(void)
{
    return !eeprom_is_ready();
}

uint8_t port_memory_read(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

void port_memory_write(uint16_t address, uint8_t byte)
{
    eeprom_write_byte((uint8_t *)address, byte);
}
