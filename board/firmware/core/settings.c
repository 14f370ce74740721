#include "settings.h"

#include <string.h>

#include "crc16.h"
#include "port.h"
#include "words.h"

/* Places in the memory. The image is limits, then parameters, then their CRC. */
#define AT_STARTS 0u
#define AT_BOARD_ID 4u
#define AT_IMAGE 16u
#define IMAGE_WORDS (SETTINGS_LIMITS + SETTINGS_PARAMETERS)
#define IMAGE_BYTES (2u * IMAGE_WORDS + 2u)
#define BLANK 0xFFFFu

struct range {
    uint16_t min, max, as_delivered;
};

#define RANGE(name) \
    {MJ_PARAMETERS_##name##_MIN, MJ_PARAMETERS_##name##_MAX, MJ_PARAMETERS_##name##_DEFAULT}
#define MASK {0u, 0xFFFFu, MJ_PARAMETERS_INVERT_DEFAULT}

static const struct range RANGES[SETTINGS_PARAMETERS] = {
    RANGE(WATCHDOG),   RANGE(FRAME_SILENCE), RANGE(REPLY_DELAY), RANGE(BAUD),
    RANGE(UNIT_ID),    RANGE(DEBOUNCE),      RANGE(EYE_DEBOUNCE), RANGE(CURRENT_SCALE),
    RANGE(STALL_TIME), RANGE(TURN_ROUND),    RANGE(CAM_DROP),    RANGE(BELT_CLEAR),
    MASK,              MASK,                 MASK,
};

static const uint16_t LIMITS_AS_DELIVERED[MJ_ACTUATOR_COUNT][MJ_LIMITS_ENTRY_WORDS] =
    MJ_LIMITS_AS_DELIVERED;

uint16_t settings_limits[SETTINGS_LIMITS];
uint16_t settings_parameters[SETTINGS_PARAMETERS];

static uint16_t crc_in_force;
static uint16_t saved_bytes; /* of the image; all of them when nothing is to be saved */

static uint16_t image_word(uint16_t index)
{
    if (index < SETTINGS_LIMITS) {
        return settings_limits[index];
    }
    if (index < IMAGE_WORDS) {
        return settings_parameters[index - SETTINGS_LIMITS];
    }
    return crc_in_force;
}

static uint16_t memory_word(uint16_t address)
{
    return (uint16_t)((uint16_t)(port_memory_read(address) << 8)
                      | port_memory_read((uint16_t)(address + 1u)));
}

static bool end_stop_fits(uint8_t input)
{
    return input < MJ_INPUT_COUNT || input == 0xFFu;
}

bool settings_limit_fits(uint16_t where, uint16_t word)
{
    if (where < MJ_LIMITS_HEAD) {
        return false;
    }
    switch ((where - MJ_LIMITS_HEAD) % MJ_LIMITS_ENTRY_WORDS) {
    case MJ_LIMITS_LONGEST_RUN:
        return word >= MJ_LIMITS_LONGEST_RUN_MIN && word <= MJ_LIMITS_LONGEST_RUN_MAX;
    case MJ_LIMITS_CURRENT:
        return word <= MJ_LIMITS_CURRENT_MAX;
    case MJ_LIMITS_END_STOPS:
        return end_stop_fits((uint8_t)(word >> 8)) && end_stop_fits((uint8_t)word);
    default:
        return word < MJ_GUARD_TOP_CLOSED << 1;
    }
}

bool settings_parameter_fits(uint16_t where, uint16_t word)
{
    if (where == MJ_PARAMETERS_KEEP) {
        return word == MJ_KEEP_SAVE || word == MJ_KEEP_DEFAULTS;
    }
    if (where < SETTINGS_FIRST) {
        return false;
    }
    const struct range *range = &RANGES[where - SETTINGS_FIRST];

    return word >= range->min && word <= range->max;
}

void settings_put_limit(uint16_t where, uint16_t word)
{
    settings_limits[where - MJ_LIMITS_HEAD] = word;
}

void settings_put_parameter(uint16_t where, uint16_t word)
{
    settings_parameters[where - SETTINGS_FIRST] = word;
}

void settings_put_defaults(void)
{
    memcpy(settings_limits, LIMITS_AS_DELIVERED, sizeof settings_limits);
    for (uint8_t i = 0; i < SETTINGS_PARAMETERS; i++) {
        settings_parameters[i] = RANGES[i].as_delivered;
    }
    settings_changed();
}

void settings_changed(void)
{
    uint16_t crc = CRC16_START;

    for (uint16_t i = 0; i < IMAGE_WORDS; i++) {
        uint16_t word = image_word(i);

        crc = crc16_add(crc16_add(crc, (uint8_t)(word >> 8)), (uint8_t)word);
    }
    crc_in_force = crc;
}

uint16_t settings_crc(void)
{
    return crc_in_force;
}

static bool in_force_fits(void)
{
    for (uint16_t i = 0; i < SETTINGS_LIMITS; i++) {
        if (!settings_limit_fits((uint16_t)(i + MJ_LIMITS_HEAD), image_word(i))) {
            return false;
        }
    }
    for (uint16_t i = 0; i < SETTINGS_PARAMETERS; i++) {
        if (!settings_parameter_fits((uint16_t)(i + SETTINGS_FIRST), settings_parameters[i])) {
            return false;
        }
    }
    return true;
}

bool settings_start(void)
{
    bool blank = true;

    saved_bytes = IMAGE_BYTES;
    for (uint16_t i = 0; i < IMAGE_WORDS; i++) {
        uint16_t word = memory_word((uint16_t)(AT_IMAGE + 2u * i));

        blank = blank && word == BLANK;
        if (i < SETTINGS_LIMITS) {
            settings_put_limit((uint16_t)(i + MJ_LIMITS_HEAD), word);
        } else {
            settings_parameters[i - SETTINGS_LIMITS] = word;
        }
    }
    settings_changed();
    if (!blank && memory_word(AT_IMAGE + 2u * IMAGE_WORDS) == crc_in_force && in_force_fits()) {
        return true;
    }
    settings_put_defaults();
    return blank;
}

static void write_and_wait(uint16_t address, uint8_t byte)
{
    while (port_memory_busy()) {
    }
    port_memory_write(address, byte);
}

uint16_t settings_count_start(void)
{
    uint16_t number = (uint16_t)(memory_word(AT_STARTS) + 1u);

    if (number == 0) {
        number = 1;
    }
    write_and_wait(AT_STARTS, (uint8_t)(number >> 8));
    write_and_wait(AT_STARTS + 1u, (uint8_t)number);
    return number;
}

uint32_t settings_board_id(void)
{
    uint32_t id = (uint32_t)memory_word(AT_BOARD_ID) << 16 | memory_word(AT_BOARD_ID + 2u);

    return id == 0xFFFFFFFFul ? 0 : id;
}

void settings_save(void)
{
    saved_bytes = 0;
}

bool settings_saving(void)
{
    return saved_bytes < IMAGE_BYTES;
}

void settings_background(void)
{
    if (!settings_saving() || port_memory_busy()) {
        return;
    }
    uint16_t word = image_word(saved_bytes / 2u);
    uint8_t byte = (uint8_t)(saved_bytes & 1u ? word : word >> 8);
    uint16_t address = (uint16_t)(AT_IMAGE + saved_bytes);

    if (port_memory_read(address) != byte) {
        port_memory_write(address, byte);
    }
    saved_bytes++;
}
