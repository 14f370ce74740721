#include "rc522_model.h"

#include <string.h>

enum { COMMAND = 0x01, COM_IRQ = 0x04, ERROR = 0x06, FIFO_DATA = 0x09, FIFO_LEVEL = 0x0A,
       BIT_FRAMING = 0x0D, TX_MODE = 0x12, RX_MODE = 0x13, TX_CONTROL = 0x14, VERSION = 0x37 };
enum { TRANSCEIVE = 0x0C, SOFT_RESET = 0x0F };
enum { ASLEEP, AWAKE, HALF_SELECTED, SELECTED };

#define RECEIVED 0x30u
#define TIMER 0x01u
#define CRC_ERROR 0x04u
#define CRC_ON 0x80u
#define BYTE_US 85u /* at 106 kbit/s */
#define TIME_OUT_US 5000u

void rc522_put_tag(struct rc522 *chip, const uint8_t *id, bool damaged)
{
    chip->has_tag = id != NULL;
    chip->damaged = damaged;
    chip->tag_state = ASLEEP;
    if (id != NULL) {
        memcpy(chip->id, id, sizeof chip->id);
    }
}

static void answer(struct rc522 *chip, const uint8_t *bytes, uint8_t length)
{
    memcpy(chip->reply, bytes, length);
    chip->reply_length = length;
}

/* Seven bytes of UID in two cascades: 0x88, three bytes and their check, then four and theirs. */
static void uid_part(const struct rc522 *chip, bool second, uint8_t part[5])
{
    part[0] = second ? chip->id[3] : 0x88;
    part[1] = chip->id[second ? 4 : 0];
    part[2] = chip->id[second ? 5 : 1];
    part[3] = chip->id[second ? 6 : 2];
    part[4] = part[0] ^ part[1] ^ part[2] ^ part[3];
}

/* What the tag makes of the frame in the FIFO; no answer if it is not what it waits for. */
static void ask_tag(struct rc522 *chip)
{
    static const uint8_t ATQA[] = {0x44, 0x00};
    const uint8_t *frame = chip->fifo;
    uint8_t length = chip->fifo_length;
    bool crc = (chip->registers[TX_MODE] & chip->registers[RX_MODE] & CRC_ON) != 0;
    bool short_frame = (chip->registers[BIT_FRAMING] & 7u) == 7u;
    uint8_t part[5], page[16] = {0};

    if (length == 1 && frame[0] == 0x52 && short_frame && !crc) {
        chip->tag_state = AWAKE;
        answer(chip, ATQA, sizeof ATQA);
    } else if (length == 2 && frame[1] == 0x20 && !crc
               && frame[0] == (chip->tag_state == AWAKE ? 0x93 : 0x95)) {
        uid_part(chip, chip->tag_state != AWAKE, part);
        answer(chip, part, sizeof part);
    } else if (length == 7 && frame[1] == 0x70 && crc && chip->tag_state < SELECTED) {
        uid_part(chip, chip->tag_state != AWAKE, part);
        if (memcmp(part, &frame[2], sizeof part) == 0) {
            uint8_t sak = chip->tag_state == AWAKE ? 0x04 : 0x00;

            chip->tag_state++;
            answer(chip, &sak, 1);
        }
    } else if (length == 2 && frame[0] == 0x30 && frame[1] == 4 && crc
               && chip->tag_state == SELECTED) {
        memcpy(page, chip->id, sizeof chip->id);
        answer(chip, page, sizeof page);
    } else {
        chip->tag_state = ASLEEP;
    }
}

static void transceive(struct rc522 *chip, uint64_t now_us)
{
    chip->reply_length = 0;
    if (chip->has_tag && (chip->registers[TX_CONTROL] & 3u) == 3u) {
        ask_tag(chip);
    }
    chip->replying = true;
    chip->due_us = now_us
        + (chip->reply_length > 0
               ? BYTE_US * (uint64_t)(chip->fifo_length + chip->reply_length + 3u)
               : TIME_OUT_US);
    chip->fifo_length = 0;
}

static void pass(struct rc522 *chip, uint64_t now_us)
{
    if (!chip->replying || now_us < chip->due_us) {
        return;
    }
    chip->replying = false;
    chip->registers[COM_IRQ] |= chip->reply_length > 0 ? RECEIVED : TIMER;
    chip->registers[ERROR] = chip->damaged && chip->reply_length > 0 ? CRC_ERROR : 0;
    memcpy(chip->fifo, chip->reply, chip->reply_length);
    chip->fifo_length = chip->reply_length;
}

static void write_register(struct rc522 *chip, uint8_t value, uint64_t now_us)
{
    switch (chip->address) {
    case COMMAND:
        if (value == SOFT_RESET) {
            memset(chip->registers, 0, sizeof chip->registers);
        }
        chip->replying = false;
        break;
    case COM_IRQ:
        value = chip->registers[COM_IRQ] & (uint8_t)~value;
        break;
    case FIFO_LEVEL:
        chip->fifo_length = 0;
        break;
    case FIFO_DATA:
        if (chip->fifo_length < sizeof chip->fifo) {
            chip->fifo[chip->fifo_length++] = value;
        }
        break;
    default:
        break;
    }
    chip->registers[chip->address] = value;
    if (chip->address == BIT_FRAMING && (value & 0x80u)
        && chip->registers[COMMAND] == TRANSCEIVE) {
        transceive(chip, now_us);
    }
}

static uint8_t read_register(struct rc522 *chip, uint8_t address)
{
    if (address == VERSION) {
        return 0x92;
    }
    if (address == FIFO_LEVEL) {
        return chip->fifo_length;
    }
    if (address == FIFO_DATA && chip->fifo_length > 0) {
        uint8_t first = chip->fifo[0];

        memmove(chip->fifo, chip->fifo + 1, --chip->fifo_length);
        return first;
    }
    return chip->registers[address];
}

void rc522_select(struct rc522 *chip)
{
    chip->addressed = false;
}

uint8_t rc522_exchange(struct rc522 *chip, uint8_t byte, uint64_t now_us)
{
    if (!chip->fitted) {
        return 0xFF;
    }
    pass(chip, now_us);
    if (!chip->addressed) {
        chip->addressed = true;
        chip->address = byte;
        return 0;
    }
    uint8_t address = chip->address;

    chip->address = (uint8_t)(address >> 1 & 0x3Fu);
    if (address & 0x80u) {
        return read_register(chip, chip->address);
    }
    write_register(chip, byte, now_us);
    return 0;
}
