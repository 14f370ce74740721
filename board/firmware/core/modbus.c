#include "modbus.h"

#include <stdbool.h>
#include <string.h>

#include "crc16.h"
#include "register_map.h"
#include "registers.h"
#include "settings.h"
#include "words.h"

enum { READ_HOLDING = 3, READ_INPUT = 4, WRITE_ONE = 6, WRITE = 16, WRITE_READ = 23, DEVICE = 43 };

#define EXCEPTION 0x80u
#define MOST_READ 125u
#define MOST_WRITTEN 123u
#define MOST_WRITTEN_BEFORE_READ 121u
#define MEI_IDENTITY 14u
#define ONE_OBJECT 4u
#define OBJECTS 3u
#define CONFORMITY 0x81u /* basic objects, as a stream and one by one */

/* Vendor, product and revision, Modbus application protocol 6.21. */
static const char *const IDENTITY[OBJECTS] = {"mjtable", "Mega 2560 table board", "1.0"};

static uint8_t frame[MODBUS_LONGEST];
static uint16_t length, crc;
static uint8_t silence_ms;
static bool skipping; /* until silence: what comes is nobody's frame, or another unit's */

static uint8_t reply[MODBUS_LONGEST];
static uint16_t reply_length;
static uint8_t delay_ms;

static uint8_t unit;
static uint16_t crc_errors;

static void forget_frame(void)
{
    length = 0;
    crc = CRC16_START;
}

void modbus_start(uint8_t own_unit)
{
    unit = own_unit;
    forget_frame();
    silence_ms = delay_ms = 0;
    skipping = false;
    reply_length = crc_errors = 0;
}

/* The length of the request whose first bytes have come: 0 while that is not known, and for a
 * function that only silence ends. */
static uint16_t expected(void)
{
    if (length < 2) {
        return 0;
    }
    switch (frame[1]) {
    case READ_HOLDING:
    case READ_INPUT:
    case WRITE_ONE:
        return 8;
    case WRITE:
        return length < 7 ? 0 : (uint16_t)(9u + frame[6]);
    case WRITE_READ:
        return length < 11 ? 0 : (uint16_t)(13u + frame[10]);
    case DEVICE:
        return 7;
    default:
        return 0;
    }
}

static uint8_t read_words(uint16_t address, uint16_t count)
{
    if (count < 1 || count > MOST_READ) {
        return BAD_VALUE;
    }
    reply[2] = (uint8_t)(2u * count);
    reply_length = (uint16_t)(3u + 2u * count);
    return registers_read(address, count, &reply[3]);
}

static uint8_t write_words(const uint8_t *head, uint16_t most)
{
    uint16_t count = word_at(&head[2]);

    if (count < 1 || count > most || head[4] != 2u * count) {
        return BAD_VALUE;
    }
    return registers_write(word_at(head), count, &head[5]);
}

static uint8_t echo(uint8_t exception)
{
    memcpy(&reply[2], &frame[2], 4);
    reply_length = 6;
    return exception;
}

static void add_object(uint8_t object)
{
    uint8_t size = (uint8_t)strlen(IDENTITY[object]);

    reply[reply_length++] = object;
    reply[reply_length++] = size;
    memcpy(&reply[reply_length], IDENTITY[object], size);
    reply_length = (uint16_t)(reply_length + size);
    reply[7]++;
}

static uint8_t tell_identity(uint8_t code, uint8_t object)
{
    if (code < 1 || code > ONE_OBJECT) {
        return BAD_VALUE;
    }
    if (code == ONE_OBJECT && object >= OBJECTS) {
        return BAD_ADDRESS;
    }
    reply[2] = MEI_IDENTITY;
    reply[3] = code;
    reply[4] = CONFORMITY;
    reply[5] = reply[6] = reply[7] = 0;
    reply_length = 8;
    if (code == ONE_OBJECT) {
        add_object(object);
        return REGISTERS_DONE;
    }
    for (uint8_t i = object < OBJECTS ? object : 0; i < OBJECTS; i++) {
        add_object(i);
    }
    return REGISTERS_DONE;
}

static uint8_t answer(void)
{
    uint8_t exception;

    switch (frame[1]) {
    case READ_HOLDING:
    case READ_INPUT:
        return read_words(word_at(&frame[2]), word_at(&frame[4]));
    case WRITE_ONE:
        return echo(registers_write(word_at(&frame[2]), 1, &frame[4]));
    case WRITE:
        return echo(write_words(&frame[2], MOST_WRITTEN));
    case WRITE_READ:
        exception = write_words(&frame[6], MOST_WRITTEN_BEFORE_READ);
        return exception != REGISTERS_DONE ? exception
                                           : read_words(word_at(&frame[2]), word_at(&frame[4]));
    case DEVICE:
        return frame[2] == MEI_IDENTITY ? tell_identity(frame[3], frame[4]) : BAD_FUNCTION;
    default:
        return BAD_FUNCTION;
    }
}

static void add_crc(void)
{
    uint16_t sum = CRC16_START;

    for (uint16_t i = 0; i < reply_length; i++) {
        sum = crc16_add(sum, reply[i]);
    }
    reply[reply_length++] = (uint8_t)sum;
    reply[reply_length++] = (uint8_t)(sum >> 8);
}

static void handle(void)
{
    reply[0] = frame[0];
    reply[1] = frame[1];
    uint8_t exception = answer();

    if (exception != REGISTERS_DONE) {
        reply[1] |= EXCEPTION;
        reply[2] = exception;
        reply_length = 3;
    }
    add_crc();
    delay_ms = (uint8_t)parameter(MJ_PARAMETERS_REPLY_DELAY);
}

void modbus_byte(uint8_t byte)
{
    silence_ms = 0;
    if (skipping) {
        return;
    }
    frame[length++] = byte;
    crc = crc16_add(crc, byte);
    uint16_t whole = expected();

    if (whole > MODBUS_LONGEST || (whole == 0 && length == MODBUS_LONGEST)) {
        skipping = true;
        forget_frame();
    } else if (length == whole) {
        if (crc != 0) {
            crc_errors++;
            skipping = true;
        } else if (frame[0] == unit) {
            handle();
        } else {
            skipping = true;
        }
        forget_frame();
    }
}

/* What silence has ended is broken, unless it is a whole request for a function not known here. */
static void frame_ended(void)
{
    if (!skipping && length > 0) {
        if (length < 4 || crc != 0) {
            crc_errors++;
        } else if (frame[0] == unit && expected() == 0) {
            handle();
        }
    }
    skipping = false;
    forget_frame();
}

void modbus_tick(void)
{
    if (delay_ms > 0) {
        delay_ms--;
    }
    if (silence_ms < 0xFFu) {
        silence_ms++;
    }
    if ((skipping || length > 0) && silence_ms >= parameter(MJ_PARAMETERS_FRAME_SILENCE)) {
        frame_ended();
    }
}

uint16_t modbus_reply(const uint8_t **bytes)
{
    if (reply_length == 0 || delay_ms > 0) {
        return 0;
    }
    uint16_t due = reply_length;

    *bytes = reply;
    reply_length = 0;
    return due;
}

uint16_t modbus_crc_errors(void)
{
    return crc_errors;
}
