/* CRC-16/MODBUS: polynomial 0xA001 reflected, start 0xFFFF. */
#ifndef MJ_CRC16_H
#define MJ_CRC16_H

#include <stdint.h>

#define CRC16_START 0xFFFFu

/* Add one byte; over a frame with its CRC (low byte first) the result is 0. */
uint16_t crc16_add(uint16_t crc, uint8_t byte);

#endif
