/* A seeded fuzzer of the core, under sanitizers: whatever arrives on the line and at the inputs,
 * the outputs keep their promises.
 *
 *   fuzz SEED ROUNDS
 *
 * Each round starts a board on random memory and lets some thousand milliseconds pass, with noise,
 * half-right and right frames between them. After every millisecond the promises are checked; the
 * first broken one ends the program with its seed, round and time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "crc16.h"
#include "modbus.h"
#include "motions.h"
#include "outputs.h"
#include "port.h"
#include "rc522_model.h"
#include "settings.h"
#include "words.h"

#define MEMORY_BYTES 4096u
#define ROUND_MS 20000u
#define QUIET_AFTER_MS 3000u /* longer than any watchdog may be set */
#define RESTED_MS 90u /* an output that was off so long may start its time anew */
#define NEVER_MS 0x7FFFFFFFu

static uint8_t memory[MEMORY_BYTES];
static struct rc522 readers[LANES];
static struct rc522 *selected;
static uint8_t raw[SENSED_BYTES];

static uint64_t state;
static uint64_t seed, round_number;
static uint32_t now_ms, spoken_ms;
static uint16_t nonce, seq, heartbeat;

static uint32_t on_ms[MJ_ACTUATOR_COUNT], off_ms[MJ_ACTUATOR_COUNT];
static bool was_on[MJ_ACTUATOR_COUNT], was_reverse[MJ_ACTUATOR_COUNT];
static uint64_t switched_on, armed_ms, cut; /* what the fuzzer reaches, to see that it is no sham */

/* --- Chance (xorshift64*) ------------------------------------------------------------------------ */

static uint32_t draw(uint32_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 0x2545F4914F6CDD1Dull) >> 33) % below;
}

static bool chance(uint32_t one_in)
{
    return draw(one_in) == 0;
}

static uint16_t any_word(void)
{
    static const uint16_t EDGES[] = {0, 1, 2, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF, 0x00FF, 0x0100};

    return chance(3) ? EDGES[draw(sizeof EDGES / sizeof EDGES[0])] : (uint16_t)draw(0x10000u);
}

/* --- The hardware under the core ----------------------------------------------------------------- */

bool port_memory_busy(void)
{
    return false;
}

uint8_t port_memory_read(uint16_t address)
{
    return memory[address % MEMORY_BYTES];
}

void port_memory_write(uint16_t address, uint8_t byte)
{
    memory[address % MEMORY_BYTES] = byte;
}

void port_reader_select(uint8_t lane, bool on)
{
    selected = on ? &readers[lane] : NULL;
    if (on) {
        rc522_select(selected);
    }
}

uint8_t port_spi(uint8_t byte)
{
    if (chance(500)) {
        return (uint8_t)draw(256); /* a disturbed bus */
    }
    return selected != NULL ? rc522_exchange(selected, byte, now_ms * 1000ull) : 0xFF;
}

void port_tone(uint16_t hertz)
{
    (void)hertz;
}

/* --- Promises ------------------------------------------------------------------------------------ */

static void broken(const char *promise, uint8_t actuator)
{
    fprintf(stderr, "seed %" PRIu64 ", round %" PRIu64 ", %u ms, actuator %u: %s\n", seed,
            round_number, now_ms, actuator, promise);
    exit(1);
}

static void check_output(uint8_t actuator)
{
    bool on = outputs_is_on(actuator), reverse = outputs_is_reverse(actuator);
    uint8_t stop = end_stop(actuator, reverse);

    if (!on) {
        if (++off_ms[actuator] >= RESTED_MS) {
            on_ms[actuator] = 0;
        }
    } else {
        off_ms[actuator] = 0;
        if (++on_ms[actuator] > longest_run_ms(actuator)) {
            broken("on for longer than its longest run", actuator);
        }
        if (board_refusal(actuator) != MJ_WHY_NONE) {
            broken("on while the board is not armed, or not safe", actuator);
        }
        if (stop != NO_INPUT && input_is_on(stop)) {
            broken("on against its end stop", actuator);
        }
        if (was_on[actuator] && was_reverse[actuator] != reverse) {
            broken("turned round without a pause", actuator);
        }
        if (now_ms - spoken_ms > QUIET_AFTER_MS) {
            broken("on though nobody speaks to the board", actuator);
        }
        if (!was_on[actuator]) {
            switched_on++;
        }
    }
    was_on[actuator] = on;
    was_reverse[actuator] = reverse;
}

static void check(void)
{
    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        check_output(i);
        cut += outputs_is_on(i) && on_ms[i] == longest_run_ms(i) - 1u;
    }
    armed_ms += board_armed();
}

/* --- What happens to a board --------------------------------------------------------------------- */

static void say(const uint8_t *bytes, uint16_t length)
{
    const uint8_t *frame;

    spoken_ms = now_ms;
    for (uint16_t i = 0; i < length; i++) {
        modbus_byte(bytes[i]);
        if (modbus_reply(&frame) > MODBUS_LONGEST) {
            broken("a reply that is too long", 0);
        }
    }
}

static void say_frame(uint8_t *bytes, uint16_t length)
{
    uint16_t crc = CRC16_START;

    for (uint16_t i = 0; i < length; i++) {
        crc = crc16_add(crc, bytes[i]);
    }
    bytes[length] = (uint8_t)crc;
    bytes[length + 1u] = (uint8_t)(crc >> 8);
    if (chance(20)) {
        bytes[draw(length + 2u)] ^= (uint8_t)(1u << draw(8));
    }
    say(bytes, (uint16_t)(length + (chance(50) ? draw(3u) : 2u)));
}

static void write_words(uint16_t address, const uint16_t *words, uint8_t count)
{
    uint8_t bytes[MODBUS_LONGEST] = {parameter(MJ_PARAMETERS_UNIT_ID) & 0xFFu, 16};

    put_word(&bytes[2], address);
    put_word(&bytes[4], count);
    bytes[6] = (uint8_t)(2u * count);
    for (uint8_t i = 0; i < count; i++) {
        put_word(&bytes[7u + 2u * i], words[i]);
    }
    say_frame(bytes, (uint16_t)(7u + 2u * count));
}

static void command(uint16_t address, uint16_t *block, uint8_t count)
{
    uint16_t sum = 0;

    block[0] = chance(30) ? any_word() : ++nonce;
    for (uint8_t i = 2; i < count; i++) {
        sum = (uint16_t)((uint16_t)(sum << 1 | sum >> 15) + block[i]);
    }
    block[1] = (uint16_t) ~(block[0] ^ sum);
    write_words(address, block, count);
}

static void say_cycle(void)
{
    uint16_t flags = MJ_CYCLE_FLAG_ARM | (chance(4) ? MJ_CYCLE_FLAG_CLEAR : 0u);
    uint16_t block[MJ_CYCLE_WORDS];

    block[MJ_CYCLE_FLAGS] = chance(12) ? any_word() : flags;
    block[MJ_CYCLE_OUTPUTS] = any_word();
    block[MJ_CYCLE_OUTPUTS + 1u] = any_word();
    block[MJ_CYCLE_HEARTBEAT] = chance(10) ? heartbeat : ++heartbeat;
    command(MJ_CYCLE_ADDRESS, block, MJ_CYCLE_WORDS);
}

static uint16_t actuator_for(uint16_t verb)
{
    if (verb == MJ_VERB_STACK) {
        return (uint16_t)(MJ_ACTUATOR_STACKER_0 + draw(LANES));
    }
    return verb == MJ_VERB_SPIN_DICE ? MJ_ACTUATOR_DICE_CUP : (uint16_t)draw(MJ_ACTUATOR_COUNT);
}

static void say_motion(void)
{
    uint16_t verb = (uint16_t)(1u + draw(5));
    uint32_t limit_ms = 1u + draw(chance(2) ? 1000u : 120000u);
    uint16_t block[MJ_MAILBOX_WORDS];

    block[MJ_MAILBOX_SEQ] = chance(20) ? any_word() : ++seq;
    block[MJ_MAILBOX_ACTUATOR] = actuator_for(verb);
    block[MJ_MAILBOX_VERB] = verb;
    block[MJ_MAILBOX_SPEED] = 1000;
    block[MJ_MAILBOX_AMOUNT] = 0;
    block[MJ_MAILBOX_AMOUNT + 1u] = (uint16_t)(1u + draw(20));
    block[MJ_MAILBOX_STOP_ON] =
        (uint16_t)(chance(3) ? draw(2) << 8 | draw(MJ_INPUT_COUNT) : NO_INPUT);
    block[MJ_MAILBOX_LIMIT_MS] = high_word(limit_ms);
    block[MJ_MAILBOX_LIMIT_MS + 1u] = low_word(limit_ms);
    if (chance(10)) {
        block[2u + draw(MJ_MAILBOX_WORDS - 2u)] = any_word();
    }
    command(MJ_MAILBOX_ADDRESS, block, MJ_MAILBOX_WORDS);
}

static void say_setting(void)
{
    uint16_t word = chance(4) ? any_word() : (uint16_t)(1u + draw(30));

    if (chance(2)) {
        write_words((uint16_t)(MJ_LIMITS_ADDRESS + draw(MJ_LIMITS_WORDS + 2u)), &word, 1);
    } else {
        write_words((uint16_t)(MJ_PARAMETERS_ADDRESS + draw(MJ_PARAMETERS_WORDS + 2u)), &word, 1);
    }
}

static void say_request(void)
{
    static const uint8_t FUNCTIONS[] = {3, 4, 6, 16, 23, 43, 1, 99};
    static const uint16_t ADDRESSES[] = {0, 0x10, 0x40, 0x100, 0x180, 0x200, 0x210, 0x240, 0x300, 0x400};
    uint8_t bytes[MODBUS_LONGEST] = {1, FUNCTIONS[draw(sizeof FUNCTIONS)]};
    uint16_t length = (uint16_t)(6u + draw(200));

    for (uint16_t i = 2; i < length; i++) {
        bytes[i] = (uint8_t)draw(256);
    }
    put_word(&bytes[2], (uint16_t)(ADDRESSES[draw(10)] + draw(30)));
    put_word(&bytes[4], (uint16_t)draw(130));
    say_frame(bytes, chance(2) ? 6 : length);
}

static void say_noise(void)
{
    uint8_t bytes[300];
    uint16_t length = (uint16_t)(1u + draw(sizeof bytes));

    for (uint16_t i = 0; i < length; i++) {
        bytes[i] = (uint8_t)draw(256);
    }
    say(bytes, length);
}

static void say_something(void)
{
    switch (draw(16)) {
    case 0:
        say_noise();
        break;
    case 1:
    case 2:
        say_request();
        break;
    case 3:
        say_setting();
        break;
    case 4:
    case 5:
    case 6:
    case 7:
        say_cycle();
        break;
    default:
        say_motion();
    }
}

static void change_inputs(void)
{
    uint8_t input = (uint8_t)draw(SENSED_COUNT);
    bool is_guard = input >= MJ_INPUT_TOP_CLOSED && input <= MJ_INPUT_ESTOP_RELEASED;

    mask_put(raw, input, is_guard ? !chance(8) : chance(2));
}

static void change_tag(void)
{
    uint8_t id[8];

    for (uint8_t i = 0; i < sizeof id; i++) {
        id[i] = (uint8_t)draw(256);
    }
    rc522_put_tag(&readers[draw(LANES)], chance(3) ? NULL : id, chance(4));
}

static void start(void)
{
    memset(memory, 0xFF, sizeof memory);
    for (uint16_t i = 0; chance(2) && i < MEMORY_BYTES / 8u; i++) {
        memory[draw(MEMORY_BYTES)] = (uint8_t)draw(256);
    }
    memset(raw, 0, sizeof raw);
    mask_put(raw, MJ_INPUT_TOP_CLOSED, true);
    mask_put(raw, MJ_INPUT_HATCH_CLOSED, true);
    mask_put(raw, MJ_INPUT_ESTOP_RELEASED, true);
    for (uint8_t lane = 0; lane < LANES; lane++) {
        readers[lane].fitted = !chance(4);
    }
    memset(on_ms, 0, sizeof on_ms);
    memset(off_ms, 0, sizeof off_ms);
    memset(was_on, 0, sizeof was_on);
    now_ms = spoken_ms = 0;
    nonce = seq = heartbeat = 0;
    board_start(0, raw);
    for (uint8_t i = 0; i < 12; i++) {
        say_setting();
    }
}

static void live(void)
{
    uint32_t talk_until_ms = NEVER_MS;
    const uint8_t *frame;

    start();
    if (chance(3)) {
        talk_until_ms = draw(ROUND_MS);
    }
    uint32_t pace = 1u + draw(60);

    while (now_ms < ROUND_MS) {
        now_ms++;
        if (now_ms < talk_until_ms && chance(pace)) {
            say_something();
        }
        if (chance(40)) {
            change_inputs();
        }
        if (chance(100)) {
            change_tag();
        }
        board_background();
        board_tick(raw);
        modbus_reply(&frame);
        check();
    }
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fputs("usage: fuzz SEED ROUNDS\n", stderr);
        return 2;
    }
    seed = strtoull(arguments[1], NULL, 10);
    uint64_t rounds = strtoull(arguments[2], NULL, 10);

    for (round_number = 0; round_number < rounds; round_number++) {
        state = (seed + 1u) * 0x9E3779B97F4A7C15ull ^ (round_number + 1u) * 0xBF58476D1CE4E5B9ull;
        live();
    }
    printf("{\"rounds\": %" PRIu64 ", \"virtual_s\": %" PRIu64 ", \"armed_s\": %" PRIu64
           ", \"switched_on\": %" PRIu64 ", \"cut\": %" PRIu64 "}\n",
           rounds, rounds * ROUND_MS / 1000u, armed_ms / 1000u, switched_on, cut);
    return 0;
}
