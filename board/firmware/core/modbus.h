/* A Modbus RTU slave: bytes in, replies out. It never waits. */
#ifndef MJ_MODBUS_H
#define MJ_MODBUS_H

#include <stdint.h>

#define MODBUS_LONGEST 256u

void modbus_start(uint8_t unit);
void modbus_byte(uint8_t byte);

/* Pass a millisecond: silence ends a broken frame, and replies become due. */
void modbus_tick(void);

/* Fetch the reply that is due: its length, or 0. It stays valid until the next byte comes in. */
uint16_t modbus_reply(const uint8_t **frame);

/* Frames with a bad CRC since the start, wrapping. */
uint16_t modbus_crc_errors(void);

#endif
