#include "steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_LINE 4096

static char sent[LONGEST_LINE];
static size_t sent_length;

void steps_sent(uint8_t byte)
{
    if (sent_length + 3 < sizeof sent) {
        sent_length += (size_t)sprintf(&sent[sent_length], "%02X", (unsigned)byte);
    }
}

static bool take_byte(const char **hex, uint8_t *byte)
{
    unsigned value;

    if (sscanf(*hex, "%2x", &value) != 1) {
        return false;
    }
    *hex += 2;
    *byte = (uint8_t)value;
    return true;
}

static void put_tag(uint8_t lane, const char *text)
{
    uint8_t id[8] = {0};
    bool damaged = *text == '!';

    if (*text == '-') {
        machine_tag(lane, NULL, false);
        return;
    }
    text += damaged;
    for (size_t i = 0; i < sizeof id && take_byte(&text, &id[i]); i++) {
    }
    machine_tag(lane, id, damaged);
}

static bool poke(uint32_t address, const char *hex)
{
    uint8_t byte, before;

    fputs("p ", stdout);
    while (take_byte(&hex, &byte)) {
        if (!machine_poke(address++, byte, &before)) {
            return false;
        }
        printf("%02X", (unsigned)before);
    }
    fputs("\n", stdout);
    fflush(stdout);
    return true;
}

static void run(uint32_t us)
{
    struct drives drives = machine_run(us);

    printf("o %" PRIu64 " %05" PRIX32 " %05" PRIX32 " %02X %02X%02X%02X%02X %" PRIu32 " %s\n",
           drives.now_us, drives.on, drives.reverse, (unsigned)drives.lamps,
           (unsigned)drives.segments[0], (unsigned)drives.segments[1],
           (unsigned)drives.segments[2], (unsigned)drives.segments[3], drives.hertz,
           sent_length > 0 ? sent : "-");
    fflush(stdout);
    sent_length = 0;
    sent[0] = '\0';
}

/* Do one order; return false if it makes no sense. */
static bool obey(const char *line)
{
    unsigned long number = 0;
    uint64_t levels;
    int at = 0;
    uint8_t byte;

    switch (line[0]) {
    case 'i':
        return sscanf(line, "i %" SCNx64, &levels) == 1 && (machine_inputs(levels), true);
    case 'x':
        machine_reset();
        return true;
    default:
        break;
    }
    if (line[0] == 'u') {
        for (const char *hex = line + 2; take_byte(&hex, &byte);) {
            machine_receive(byte);
        }
        return true;
    }
    if (sscanf(line + 1, "%lu %n", &number, &at) != 1) {
        return false;
    }
    const char *rest = line + 1 + at;

    switch (line[0]) {
    case 't':
        return number < 4 && (put_tag((uint8_t)number, rest), true);
    case 'f':
        return number < 4 && (machine_fit_reader((uint8_t)number, *rest == '1'), true);
    case 'l':
        return number < 4 && (machine_eye((uint8_t)number, (uint16_t)atoi(rest)), true);
    case 'e':
        for (uint16_t address = (uint16_t)number; take_byte(&rest, &byte);) {
            machine_eeprom(address++, byte);
        }
        return true;
    case 'p':
        return poke((uint32_t)number, rest);
    case 'c':
        return machine_plug(number != 0);
    case 'r':
        run((uint32_t)number);
        return true;
    default:
        return false;
    }
}

int steps_serve(void)
{
    char line[LONGEST_LINE];

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (!obey(line)) {
            fprintf(stderr, "order not understood: %s", line);
            return 2;
        }
    }
    return 0;
}
