/* The reader is an MFRC522 (NXP data sheet), the tag an ISO/IEC 14443-3 type A one of the
 * NTAG21x or Ultralight kind. The tile's id stands in pages 4 and 5, high byte first. */
#include <string.h>

#include "port.h"
#include "reader.h"

/* Registers and commands of the MFRC522, data sheet sections 9.2 and 10.3. */
enum {
    COMMAND = 0x01, COM_IRQ = 0x04, ERROR = 0x06, FIFO_DATA = 0x09, FIFO_LEVEL = 0x0A,
    BIT_FRAMING = 0x0D, MODE = 0x11, TX_MODE = 0x12, RX_MODE = 0x13, TX_CONTROL = 0x14,
    TX_ASK = 0x15, T_MODE = 0x2A, T_PRESCALER = 0x2B, T_RELOAD_HIGH = 0x2C, T_RELOAD_LOW = 0x2D,
    VERSION = 0x37,
};
enum { IDLE = 0x00, TRANSCEIVE = 0x0C };

#define IRQ_CLEAR 0x7Fu
#define IRQ_RECEIVED 0x30u /* a frame has come, or the command has ended */
#define IRQ_TIMER 0x01u
#define ERRORS 0x1Fu /* overflow, collision, CRC, parity, protocol */
#define FLUSH 0x80u
#define START_SEND 0x80u
#define CRC_ON 0x80u
#define ANTENNA_ON 0x03u
#define LANES 4u

/* Commands of the tag, ISO/IEC 14443-3 and NTAG21x data sheet. */
#define WAKE_UP 0x52u
#define CASCADE_1 0x93u
#define CASCADE_2 0x95u
#define ANTICOLLISION 0x20u
#define SELECT 0x70u
#define READ 0x30u
#define ID_PAGE 4u
#define UID_GOES_ON 0x04u
#define UID_BYTES 5u /* four and their check */
#define READ_BYTES 16u

enum step { WAKING, UID_1, SELECTING_1, UID_2, SELECTING_2, READING };

static uint8_t steps[LANES];

static void write_register(uint8_t lane, uint8_t address, uint8_t value)
{
    port_reader_select(lane, true);
    port_spi((uint8_t)(address << 1));
    port_spi(value);
    port_reader_select(lane, false);
}

static uint8_t read_register(uint8_t lane, uint8_t address)
{
    uint8_t value;

    port_reader_select(lane, true);
    port_spi((uint8_t)(0x80u | address << 1));
    value = port_spi(0);
    port_reader_select(lane, false);
    return value;
}

static void send(uint8_t lane, uint8_t step, const uint8_t *bytes, uint8_t length, uint8_t crc)
{
    uint8_t bits = step == WAKING ? 7u : 0u; /* of the last byte; 0 = all */

    steps[lane] = step;
    write_register(lane, COMMAND, IDLE);
    write_register(lane, COM_IRQ, IRQ_CLEAR);
    write_register(lane, FIFO_LEVEL, FLUSH);
    write_register(lane, TX_MODE, crc);
    write_register(lane, RX_MODE, crc);
    for (uint8_t i = 0; i < length; i++) {
        write_register(lane, FIFO_DATA, bytes[i]);
    }
    write_register(lane, COMMAND, TRANSCEIVE);
    write_register(lane, BIT_FRAMING, (uint8_t)(START_SEND | bits));
}

static void ask_uid(uint8_t lane, uint8_t step, uint8_t cascade)
{
    const uint8_t bytes[] = {cascade, ANTICOLLISION};

    send(lane, step, bytes, sizeof bytes, 0);
}

static void select_uid(uint8_t lane, uint8_t step, uint8_t cascade, const uint8_t *uid)
{
    uint8_t bytes[2u + UID_BYTES] = {cascade, SELECT};

    memcpy(&bytes[2], uid, UID_BYTES);
    send(lane, step, bytes, sizeof bytes, CRC_ON);
}

static void read_id(uint8_t lane)
{
    const uint8_t bytes[] = {READ, ID_PAGE};

    send(lane, READING, bytes, sizeof bytes, CRC_ON);
}

bool reader_set_up(uint8_t lane)
{
    uint8_t version = read_register(lane, VERSION);

    if (version == 0x00u || version == 0xFFu) {
        return false;
    }
    write_register(lane, COMMAND, IDLE);
    /* The chip's timer runs by itself from the end of a sent frame, in steps of 25 us: 5 ms. */
    write_register(lane, T_MODE, 0x80u);
    write_register(lane, T_PRESCALER, 0xA9u);
    write_register(lane, T_RELOAD_HIGH, 0x00u);
    write_register(lane, T_RELOAD_LOW, 0xC8u);
    write_register(lane, TX_ASK, 0x40u);
    write_register(lane, MODE, 0x3Du); /* CRC starts at 0x6363 */
    write_register(lane, TX_CONTROL, (uint8_t)(0x80u | ANTENNA_ON));
    return true;
}

void reader_search(uint8_t lane)
{
    const uint8_t bytes[] = {WAKE_UP};

    send(lane, WAKING, bytes, sizeof bytes, 0);
}

/* Fetch the frame that has come; return its length, or 0 if it is damaged or too long. */
static uint8_t fetch(uint8_t lane, uint8_t *frame)
{
    uint8_t errors = read_register(lane, ERROR) & ERRORS;
    uint8_t length = read_register(lane, FIFO_LEVEL);

    if (errors != 0 || length > READ_BYTES) {
        return 0;
    }
    for (uint8_t i = 0; i < length; i++) {
        frame[i] = read_register(lane, FIFO_DATA);
    }
    return length;
}

static bool uid_fits(const uint8_t *uid)
{
    return (uid[0] ^ uid[1] ^ uid[2] ^ uid[3]) == uid[4];
}

/* Take the tag's answer to a step and send the next one; return false if it makes no sense. */
static bool go_on(uint8_t lane, const uint8_t *frame, uint8_t length)
{
    switch (steps[lane]) {
    case WAKING:
        ask_uid(lane, UID_1, CASCADE_1);
        return length == 2;
    case UID_1:
        select_uid(lane, SELECTING_1, CASCADE_1, frame);
        return length == UID_BYTES && uid_fits(frame);
    case SELECTING_1:
        if (frame[0] & UID_GOES_ON) {
            ask_uid(lane, UID_2, CASCADE_2);
        } else {
            read_id(lane);
        }
        return length == 1;
    case UID_2:
        select_uid(lane, SELECTING_2, CASCADE_2, frame);
        return length == UID_BYTES && uid_fits(frame);
    case SELECTING_2:
        read_id(lane);
        return length == 1;
    default:
        read_id(lane);
        return length == READ_BYTES;
    }
}

enum reader_answer reader_poll(uint8_t lane, uint8_t id[TILE_ID_BYTES])
{
    uint8_t frame[READ_BYTES] = {0};
    uint8_t irq = read_register(lane, COM_IRQ);
    uint8_t length;
    bool has_id;

    if (!(irq & (IRQ_RECEIVED | IRQ_TIMER))) {
        return READER_BUSY;
    }
    if (!(irq & IRQ_RECEIVED)) {
        reader_search(lane);
        return READER_NOTHING;
    }
    length = fetch(lane, frame);
    has_id = steps[lane] == READING && length == READ_BYTES;
    if (length == 0 || !go_on(lane, frame, length)) {
        reader_search(lane);
        return READER_DAMAGED;
    }
    if (!has_id) {
        return READER_BUSY;
    }
    memcpy(id, frame, TILE_ID_BYTES);
    return READER_ID;
}
