#include "crc16.h"

/* Half a byte at a time: 16 words of table instead of 256. */
static const uint16_t STEPS[16] = {
    0x0000u, 0xCC01u, 0xD801u, 0x1400u, 0xF001u, 0x3C00u, 0x2800u, 0xE401u,
    0xA001u, 0x6C00u, 0x7800u, 0xB401u, 0x5000u, 0x9C01u, 0x8801u, 0x4400u,
};

uint16_t crc16_add(uint16_t crc, uint8_t byte)
{
    crc ^= byte;
    crc = (uint16_t)((crc >> 4) ^ STEPS[crc & 0xFu]);
    return (uint16_t)((crc >> 4) ^ STEPS[crc & 0xFu]);
}
