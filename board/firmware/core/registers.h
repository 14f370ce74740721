/* The register map in front of the board: who may read and write what. */
#ifndef MJ_REGISTERS_H
#define MJ_REGISTERS_H

#include <stdint.h>

/* Exceptions of Modbus. */
enum {
    REGISTERS_DONE = 0,
    BAD_FUNCTION = 1,
    BAD_ADDRESS = 2,
    BAD_VALUE = 3,
    BAD_STATE = 4,
    BUSY = 6,
};

void registers_start(void);

/* Read or write `count` words, big-endian, that lie within one block; return an exception or
 * REGISTERS_DONE. What is not done wholly is not done at all. */
uint8_t registers_read(uint16_t address, uint16_t count, uint8_t *bytes);
uint8_t registers_write(uint16_t address, uint16_t count, const uint8_t *bytes);

#endif
