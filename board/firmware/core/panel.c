#include "panel.h"

#include <string.h>

#include "board.h"
#include "port.h"
#include "register_map.h"

#define POINT 0x80u

/* Segments of '0'..'9' and 'A'..'Z'; letters that seven segments cannot draw look like kin. */
static const uint8_t DIGITS[10] = {0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F};
static const uint8_t LETTERS[26] = {
    0x77, 0x7C, 0x39, 0x5E, 0x79, 0x71, 0x3D, 0x76, 0x30, 0x1E, 0x75, 0x38, 0x37,
    0x54, 0x5C, 0x73, 0x67, 0x50, 0x6D, 0x78, 0x3E, 0x1C, 0x2A, 0x76, 0x6E, 0x5B,
};

struct note {
    uint16_t hertz, ms; /* 0 Hz is a pause */
};

#define LONGEST_TUNE 3u

/* Sounds by their number; a pattern ends at 0 ms, or starts again. */
static const struct tune {
    struct note notes[LONGEST_TUNE];
    uint8_t repeats;
} TUNES[] = {
    [MJ_BUZZER_SILENT] = {{{0, 0}}, 0},
    [MJ_BUZZER_KEY] = {{{2000, 40}}, 0},
    [MJ_BUZZER_READY] = {{{1500, 120}, {0, 60}, {2000, 200}}, 0},
    [MJ_BUZZER_WARNING] = {{{2000, 150}, {0, 850}}, 1},
    [MJ_BUZZER_FAULT] = {{{1000, 400}, {0, 200}}, 1},
};

static uint8_t segments[PANEL_DIGITS];
static uint8_t sound, note;
static uint16_t note_ms;

void panel_start(void)
{
    memset(segments, 0, sizeof segments);
    sound = MJ_BUZZER_SILENT;
    note_ms = 0;
    port_tone(0);
}

static uint8_t glyph(uint8_t character)
{
    if (character >= '0' && character <= '9') {
        return DIGITS[character - '0'];
    }
    if (character >= 'A' && character <= 'Z') {
        return LETTERS[character - 'A'];
    }
    if (character >= 'a' && character <= 'z') {
        return LETTERS[character - 'a'];
    }
    return character == '-' ? 0x40 : character == '=' ? 0x48 : character == '_' ? 0x08 : 0x00;
}

static void draw(const uint8_t text[PANEL_TEXT])
{
    uint8_t digit = 0;

    memset(segments, 0, sizeof segments);
    for (uint8_t i = 0; i < PANEL_TEXT && text[i] != 0; i++) {
        if (text[i] == '.' && digit > 0) {
            segments[digit - 1u] |= POINT;
        } else if (digit < PANEL_DIGITS) {
            segments[digit++] = glyph(text[i]);
        }
    }
}

static void begin_note(uint8_t which)
{
    const struct note *next = &TUNES[sound].notes[which];

    note = which;
    note_ms = next->ms;
    port_tone(next->hertz);
}

void panel_show(const uint8_t text[PANEL_TEXT], uint8_t wanted)
{
    draw(text);
    if (wanted != sound) {
        sound = wanted;
        begin_note(0);
    }
}

void panel_tick(void)
{
    if (note_ms == 0 || --note_ms > 0) {
        return;
    }
    if (note + 1u < LONGEST_TUNE && TUNES[sound].notes[note + 1u].ms > 0) {
        begin_note((uint8_t)(note + 1u));
    } else if (TUNES[sound].repeats) {
        begin_note(0);
    } else {
        port_tone(0);
    }
}

uint8_t panel_segments(uint8_t digit)
{
    return segments[digit];
}

uint8_t panel_lamps(void)
{
    uint8_t lamps = (uint8_t)board_levels();

    if (board_armed()) {
        lamps |= PANEL_ARMED;
    }
    if (board_faults_latched() != 0) {
        lamps |= PANEL_FAULT;
    }
    return lamps;
}
