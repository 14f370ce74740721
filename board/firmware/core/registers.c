#include "registers.h"

#include <stddef.h>

#include "board.h"
#include "eyes.h"
#include "modbus.h"
#include "motions.h"
#include "outputs.h"
#include "panel.h"
#include "register_map.h"
#include "rings.h"
#include "settings.h"
#include "words.h"

#ifndef BUILD_HASH
#define BUILD_HASH 0ul
#endif

#define GUARDED 2u /* words of a command block before its contents: nonce and guard */

static uint16_t nonce;
static bool has_nonce;

void registers_start(void)
{
    nonce = 0;
    has_nonce = false;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static uint16_t identity_word(uint16_t where)
{
    switch (where) {
    case MJ_IDENTITY_MAGIC:
        return MJ_MAGIC;
    case MJ_IDENTITY_MAP_VERSION:
        return MJ_MAP_MAJOR << 8 | MJ_MAP_MINOR;
    case MJ_IDENTITY_FIRMWARE_VERSION:
        return FIRMWARE_VERSION;
    case MJ_IDENTITY_BOARD_TYPE:
        return MJ_BOARD_TYPE_MEGA2560;
    case MJ_IDENTITY_CAPABILITIES:
        return board_capabilities();
    case MJ_IDENTITY_INPUTS_ACTUATORS:
        return MJ_INPUT_COUNT << 8 | MJ_ACTUATOR_COUNT;
    case MJ_IDENTITY_LANES_LEDS:
        return LANES << 8 | 5u;
    case MJ_IDENTITY_RINGS:
        return MJ_EVENTS_ENTRIES << 8 | MJ_TILES_ENTRIES;
    case MJ_IDENTITY_BUILD_HASH:
        return high_word(BUILD_HASH);
    case MJ_IDENTITY_BUILD_HASH + 1u:
        return low_word(BUILD_HASH);
    case MJ_IDENTITY_BOARD_ID:
        return high_word(settings_board_id());
    case MJ_IDENTITY_BOARD_ID + 1u:
        return low_word(settings_board_id());
    default:
        return 0;
    }
}

static uint16_t driven_word(bool high)
{
    const uint8_t *on = outputs_on();

    return (uint16_t)(high ? on[2] : (uint16_t)(on[1] << 8) | on[0]);
}

static uint16_t state_word(uint16_t where)
{
    switch (where) {
    case MJ_STATUS_NONCE:
        return nonce;
    case MJ_STATUS_BOOT_ID:
        return board_boot_id();
    case MJ_STATUS_UPTIME_MS:
        return high_word(board_ms());
    case MJ_STATUS_UPTIME_MS + 1u:
        return low_word(board_ms());
    case MJ_STATUS_STATE:
        return board_state();
    case MJ_STATUS_FAULTS_LATCHED:
        return board_faults_latched();
    case MJ_STATUS_FAULTS_LIVE:
        return board_faults_live();
    case MJ_STATUS_LAST_SEQ:
        return motions_last_seq();
    default:
        return motions_result();
    }
}

static uint16_t status_word(uint16_t where)
{
    if (where <= MJ_STATUS_RESULT) {
        return state_word(where);
    }
    if (where >= MJ_STATUS_LANE_COUNTS && where < MJ_STATUS_LANE_COUNTS + LANES) {
        return eyes_counted((uint8_t)(where - MJ_STATUS_LANE_COUNTS));
    }
    switch (where) {
    case MJ_STATUS_INPUTS:
    case MJ_STATUS_INPUTS + 1u:
    case MJ_STATUS_INPUTS + 2u:
        return inputs_word((uint8_t)(where - MJ_STATUS_INPUTS));
    case MJ_STATUS_DRIVEN:
    case MJ_STATUS_DRIVEN + 1u:
        return driven_word(where == MJ_STATUS_DRIVEN);
    case MJ_STATUS_EVENT_HEAD:
        return events_head();
    case MJ_STATUS_WATCHDOG_LEFT:
        return board_watchdog_left();
    case MJ_STATUS_TILE_HEAD:
        return tiles_head();
    case MJ_STATUS_BUSY:
        return high_word(motions_busy());
    case MJ_STATUS_BUSY + 1u:
        return low_word(motions_busy());
    case MJ_STATUS_CRC_ERRORS:
        return modbus_crc_errors();
    case MJ_STATUS_PARAMETERS_CRC:
        return settings_crc();
    default:
        return 0; /* the worst current: not measured */
    }
}

static uint16_t eyes_block_word(uint16_t where)
{
    return where == MJ_EYES_NONCE ? nonce : eyes_word(where);
}

static uint16_t limits_word(uint16_t where)
{
    return where < MJ_LIMITS_HEAD ? nonce : settings_limits[where - MJ_LIMITS_HEAD];
}

static uint16_t parameters_word(uint16_t where)
{
    if (where < SETTINGS_FIRST) {
        return where == MJ_PARAMETERS_NONCE ? nonce : 0;
    }
    return settings_parameters[where - SETTINGS_FIRST];
}

/* --- Writing ---------------------------------------------------------------------------------- */

static uint16_t guard_of(const uint8_t *block, uint16_t words)
{
    uint16_t sum = 0;

    for (uint16_t i = GUARDED; i < words; i++) {
        sum = (uint16_t)((uint16_t)(sum << 1) | sum >> 15);
        sum = (uint16_t)(sum + word_at(&block[2u * i]));
    }
    return (uint16_t) ~(word_at(block) ^ sum);
}

static uint32_t long_at(const uint8_t *block, uint16_t word)
{
    return (uint32_t)word_at(&block[2u * word]) << 16 | word_at(&block[2u * word + 2u]);
}

static uint8_t write_cycle(const uint8_t *block)
{
    board_cycle(word_at(&block[2u * MJ_CYCLE_FLAGS]), long_at(block, MJ_CYCLE_OUTPUTS),
                word_at(&block[2u * MJ_CYCLE_HEARTBEAT]));
    return REGISTERS_DONE;
}

static bool actuator_fits(uint16_t actuator, uint16_t verb)
{
    switch (verb) {
    case MJ_VERB_SPIN_DICE:
        return actuator == MJ_ACTUATOR_DICE_CUP;
    case MJ_VERB_STACK:
        return actuator >= MJ_ACTUATOR_STACKER_0 && actuator <= MJ_ACTUATOR_STACKER_3;
    default:
        return actuator < MJ_ACTUATOR_COUNT && verb >= MJ_VERB_STOP && verb <= MJ_VERB_STACK;
    }
}

#define MOST_STACKS 20u
#define LONGEST_LIMIT_MS 120000ul

static uint8_t write_mailbox(const uint8_t *block)
{
    uint16_t actuator = word_at(&block[2u * MJ_MAILBOX_ACTUATOR]);
    uint16_t verb = word_at(&block[2u * MJ_MAILBOX_VERB]);
    uint16_t speed = word_at(&block[2u * MJ_MAILBOX_SPEED]);
    uint16_t stop_on = word_at(&block[2u * MJ_MAILBOX_STOP_ON]);
    uint32_t amount = long_at(block, MJ_MAILBOX_AMOUNT);
    uint32_t limit_ms = long_at(block, MJ_MAILBOX_LIMIT_MS);
    uint8_t input = (uint8_t)stop_on;
    struct command command = {
        .seq = word_at(&block[2u * MJ_MAILBOX_SEQ]),
        .actuator = (uint8_t)actuator,
        .verb = (uint8_t)verb,
        .stacks = (uint8_t)amount,
        .stop_on = input,
        .level = stop_on >> 8 == 1u,
        .limit_ms = limit_ms,
    };

    if (!actuator_fits(actuator, verb)) {
        return BAD_VALUE;
    }
    if (verb != MJ_VERB_STOP) {
        bool input_fits = input == NO_INPUT || (input < MJ_INPUT_COUNT && stop_on >> 8 <= 1u);
        bool amount_fits = verb != MJ_VERB_STACK || (amount >= 1 && amount <= MOST_STACKS);

        if (speed < 1 || speed > 1000 || !input_fits || !amount_fits || limit_ms < 1
            || limit_ms > LONGEST_LIMIT_MS) {
            return BAD_VALUE;
        }
    }
    motions_command(&command);
    return REGISTERS_DONE;
}

static uint8_t write_display(const uint8_t *block)
{
    uint16_t sound = word_at(&block[2u * MJ_DISPLAY_BUZZER]);

    if (sound > MJ_BUZZER_FAULT) {
        return BAD_VALUE;
    }
    panel_show(&block[2u * MJ_DISPLAY_TEXT], (uint8_t)sound);
    return REGISTERS_DONE;
}

static uint8_t write_limits(uint16_t where, uint16_t count, const uint8_t *bytes)
{
    for (uint16_t i = 0; i < count; i++) {
        if (!settings_limit_fits((uint16_t)(where + i), word_at(&bytes[2u * i]))) {
            return BAD_VALUE;
        }
    }
    for (uint16_t i = 0; i < count; i++) {
        settings_put_limit((uint16_t)(where + i), word_at(&bytes[2u * i]));
    }
    settings_changed();
    return REGISTERS_DONE;
}

static uint8_t write_parameters(uint16_t where, uint16_t count, const uint8_t *bytes)
{
    for (uint16_t i = 0; i < count; i++) {
        if (!settings_parameter_fits((uint16_t)(where + i), word_at(&bytes[2u * i]))) {
            return BAD_VALUE;
        }
    }
    for (uint16_t i = 0; i < count; i++) {
        uint16_t word = word_at(&bytes[2u * i]);

        if (where + i >= SETTINGS_FIRST) {
            settings_put_parameter((uint16_t)(where + i), word);
        } else if (word == MJ_KEEP_DEFAULTS) {
            settings_put_defaults();
        } else {
            settings_save();
        }
    }
    settings_changed();
    return REGISTERS_DONE;
}

/* --- The blocks ------------------------------------------------------------------------------- */

struct block {
    uint16_t address, words;
    uint16_t (*read)(uint16_t where);                                              /* or a command */
    uint8_t (*command)(const uint8_t *block);                                      /* or none */
    uint8_t (*set)(uint16_t where, uint16_t count, const uint8_t *bytes);          /* or none */
};

static const struct block BLOCKS[] = {
    {MJ_IDENTITY_ADDRESS, MJ_IDENTITY_WORDS, identity_word, NULL, NULL},
    {MJ_STATUS_ADDRESS, MJ_STATUS_WORDS, status_word, NULL, NULL},
    {MJ_EVENTS_ADDRESS, MJ_EVENTS_WORDS, events_word, NULL, NULL},
    {MJ_TILES_ADDRESS, MJ_TILES_WORDS, tiles_word, NULL, NULL},
    {MJ_EYES_ADDRESS, MJ_EYES_WORDS, eyes_block_word, NULL, NULL},
    {MJ_CYCLE_ADDRESS, MJ_CYCLE_WORDS, NULL, write_cycle, NULL},
    {MJ_MAILBOX_ADDRESS, MJ_MAILBOX_WORDS, NULL, write_mailbox, NULL},
    {MJ_LIMITS_ADDRESS, MJ_LIMITS_WORDS, limits_word, NULL, write_limits},
    {MJ_PARAMETERS_ADDRESS, MJ_PARAMETERS_WORDS, parameters_word, NULL, write_parameters},
    {MJ_DISPLAY_ADDRESS, MJ_DISPLAY_WORDS, NULL, write_display, NULL},
};

/* The block in which all these words lie, or NULL. */
static const struct block *find(uint16_t address, uint16_t count)
{
    for (uint8_t i = 0; i < sizeof BLOCKS / sizeof BLOCKS[0]; i++) {
        const struct block *block = &BLOCKS[i];

        if (address >= block->address
            && (uint32_t)address + count <= (uint32_t)block->address + block->words) {
            return block;
        }
    }
    return NULL;
}

uint8_t registers_read(uint16_t address, uint16_t count, uint8_t *bytes)
{
    const struct block *block = find(address, count);

    if (block == NULL || block->read == NULL) {
        return BAD_ADDRESS;
    }
    for (uint16_t i = 0; i < count; i++) {
        put_word(&bytes[2u * i], block->read((uint16_t)(address - block->address + i)));
    }
    return REGISTERS_DONE;
}

static uint8_t take_command(const struct block *block, const uint8_t *bytes)
{
    uint16_t offered = word_at(bytes);

    if (word_at(&bytes[2]) != guard_of(bytes, block->words)
        || (has_nonce && !is_newer(offered, nonce))) {
        return BAD_VALUE;
    }
    uint8_t answer = block->command(bytes);

    if (answer == REGISTERS_DONE) {
        nonce = offered;
        has_nonce = true;
    }
    return answer;
}

uint8_t registers_write(uint16_t address, uint16_t count, const uint8_t *bytes)
{
    const struct block *block = find(address, count);

    if (block == NULL) {
        return BAD_ADDRESS;
    }
    if (block->command != NULL) {
        return count == block->words ? take_command(block, bytes) : BAD_ADDRESS;
    }
    if (block->set == NULL) {
        return BAD_ADDRESS;
    }
    if (board_armed()) {
        return BAD_STATE;
    }
    if (settings_saving()) {
        return BUSY;
    }
    return block->set((uint16_t)(address - block->address), count, bytes);
}
