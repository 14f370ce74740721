/* Big-endian words, bit masks and serial-number order. */
#ifndef MJ_WORDS_H
#define MJ_WORDS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint16_t word_at(const uint8_t *bytes)
{
    return (uint16_t)((uint16_t)(bytes[0] << 8) | bytes[1]);
}

static inline void put_word(uint8_t *bytes, uint16_t word)
{
    bytes[0] = (uint8_t)(word >> 8);
    bytes[1] = (uint8_t)word;
}

static inline uint16_t high_word(uint32_t value)
{
    return (uint16_t)(value >> 16);
}

static inline uint16_t low_word(uint32_t value)
{
    return (uint16_t)value;
}

/* 1 << n for n in 0..7; a table, since the chip shifts one bit at a time. */
extern const uint8_t BIT[8];

static inline bool mask_has(const uint8_t *mask, uint8_t bit)
{
    return (mask[bit >> 3] & BIT[bit & 7u]) != 0;
}

static inline void mask_put(uint8_t *mask, uint8_t bit, bool on)
{
    uint8_t here = BIT[bit & 7u];

    if (on) {
        mask[bit >> 3] |= here;
    } else {
        mask[bit >> 3] &= (uint8_t)~here;
    }
}

/* Tell whether a number is newer than another one, both wrapping (RFC 1982). */
static inline bool is_newer(uint16_t number, uint16_t than)
{
    uint16_t ahead = (uint16_t)(number - than);

    return ahead != 0 && ahead < 0x8000u;
}

#endif
