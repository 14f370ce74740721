/* The shipped ELF on a simulated ATmega2560 (libsimavr), with its pins in the hands of another
 * program (steps.h) and its line in that program's orders or on a pseudo-terminal.
 *
 *   avr_table ELF [LINK]     LINK is made a symbolic link to the terminal
 *
 * The SPI of libsimavr 1.6 takes 100 us for every byte whatever its clock; here a byte takes the
 * 32 cycles that the firmware sets. */
#define _GNU_SOURCE /* openpty's relatives: posix_openpt, ptsname, cfmakeraw */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "rc522_model.h"
#include "steps.h"

#define HERTZ 16000000u
#define CYCLES_PER_US (HERTZ / 1000000u)
#define MILLIVOLTS 5000u
#define SLICE_US 250u
#define RUN_CYCLES 256u /* that libsimavr may pass at once, unless something is due earlier */
#define SPI_BYTE_CYCLES 32u
#define QUEUE 4096u

/* Data addresses of the ATmega2560's registers (data sheet, register summary). */
enum {
    PIN_A = 0x20, PIN_B = 0x23, PIN_C = 0x26, PIN_D = 0x29, PIN_E = 0x2C, PIN_F = 0x2F,
    PIN_G = 0x32, PIN_H = 0x100, PIN_J = 0x103, PIN_K = 0x106, PIN_L = 0x109,
    SPSR = 0x4D, SPDR = 0x4E, MCUSR = 0x54, TCCR3B = 0x91, UCSR0B = 0xC1, OCR3AL = 0x98, OCR3AH = 0x99,
};
#define SPIF 0x80u
#define RECEIVER_ON 0x10u
#define POWER_ON 0x01u
#define EXTERNAL 0x02u
#define CHAIN_OUT 8u

static avr_t *avr;
static uint64_t levels;
static uint16_t eye_levels[4];
static struct rc522 readers[4];

static uint8_t shift[CHAIN_OUT], shown[CHAIN_OUT]; /* the 74HC595: in the shift, at the outputs */
static uint8_t loaded[2];                          /* the 74HC165 */
static uint8_t shifted_in;
static bool latch_was_high;
static int selected = -1;

static uint8_t queue[QUEUE];
static size_t queue_head, queue_tail;
static bool line_is_full;
static avr_irq_t *line_input;

static const char *link_path;
static int master = -1, slave = -1;

/* What a port's output pins drive: floating ones are pulled down. */
static uint8_t driven(uint16_t pin_register)
{
    return avr->data[pin_register + 1] & avr->data[pin_register + 2];
}

static bool is_high(uint16_t pin_register, uint8_t bit)
{
    return (driven(pin_register) >> bit & 1u) != 0;
}

static uint8_t bits(unsigned first, unsigned count)
{
    return (uint8_t)(levels >> first & ((1u << count) - 1u));
}

/* Inputs pull their pin low when they are on. */
static void drive_inputs(void)
{
    avr->data[PIN_F] = (uint8_t)~bits(0, 8);
    avr->data[PIN_K] = (uint8_t)~bits(12, 8);
    avr->data[PIN_L] = (uint8_t)~bits(20, 8);
    avr->data[PIN_H] = (uint8_t)~(bits(28, 2) | bits(30, 3) << 3 | bits(39, 1) << 6);
    avr->data[PIN_G] = (uint8_t)~(bits(40, 3) | bits(43, 1) << 5);
}

/* --- SPI: the chain of shift registers and the four readers ------------------------------------ */

static bool chain_shifts(void)
{
    return is_high(PIN_D, 0);
}

static void look_at_chain(void)
{
    bool latch = is_high(PIN_B, 0);

    if (!chain_shifts()) {
        loaded[0] = (uint8_t)~(bits(8, 4) | bits(44, 4) << 4);
        loaded[1] = (uint8_t)~bits(33, 6);
        shifted_in = 0;
    }
    if (latch && !latch_was_high) {
        memcpy(shown, shift, sizeof shown);
    }
    latch_was_high = latch;
}

static int selected_reader(void)
{
    static const struct {
        uint16_t port;
        uint8_t bit;
    } SELECTS[4] = {{PIN_E, 4}, {PIN_E, 5}, {PIN_J, 1}, {PIN_J, 0}};

    for (int lane = 0; lane < 4; lane++) {
        if (!is_high(SELECTS[lane].port, SELECTS[lane].bit)) {
            return lane;
        }
    }
    return -1;
}

static uint8_t exchange(uint8_t byte)
{
    uint8_t answer = 0xFF;

    memmove(&shift[1], &shift[0], CHAIN_OUT - 1);
    shift[0] = byte;
    if (chain_shifts()) {
        answer = shifted_in < sizeof loaded ? loaded[shifted_in] : 0xFF;
        shifted_in++;
    } else if (selected >= 0) {
        answer = rc522_exchange(&readers[selected], byte, avr->cycle / CYCLES_PER_US);
    }
    return answer;
}

static avr_cycle_count_t spi_is_done(avr_t *chip, avr_cycle_count_t when, void *unused)
{
    (void)when;
    (void)unused;
    chip->data[SPSR] |= SPIF;
    return 0;
}

static void spi_written(avr_t *chip, avr_io_addr_t address, uint8_t byte, void *unused)
{
    (void)address;
    (void)unused;
    chip->data[SPSR] &= (uint8_t)~SPIF;
    chip->data[SPDR] = exchange(byte);
    avr_cycle_timer_register(chip, SPI_BYTE_CYCLES, spi_is_done, NULL);
}

static void pin_changed(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)value;
    (void)unused;
    int now = selected_reader();

    if (now != selected && now >= 0) {
        rc522_select(&readers[now]);
    }
    selected = now;
    look_at_chain();
}

static void watch_pin(char port, int bit)
{
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), pin_changed,
                            NULL);
}

/* --- Eyes, line, terminal ----------------------------------------------------------------------- */

static void adc_asks(avr_irq_t *irq, uint32_t value, void *unused)
{
    union {
        uint32_t value;
        avr_adc_mux_t mux;
    } asked = {.value = value};

    (void)irq;
    (void)unused;
    if (asked.mux.src < 4) {
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + (int)asked.mux.src),
                      MILLIVOLTS - MILLIVOLTS / 1000u * eye_levels[asked.mux.src]);
    }
}

static void line_sent(avr_irq_t *irq, uint32_t value, void *unused)
{
    uint8_t byte = (uint8_t)value;

    (void)irq;
    (void)unused;
    if (link_path == NULL) {
        steps_sent(byte);
    } else if (master >= 0 && write(master, &byte, 1) < 0 && errno != EAGAIN && errno != EIO) {
        perror("the line");
    }
}

static void line_may_take(avr_irq_t *irq, uint32_t value, void *full)
{
    (void)irq;
    (void)value;
    line_is_full = full != NULL;
}

/* A receiver that is off, as in a reset, hears nothing: what comes then is lost. */
static void feed_line(void)
{
    if (!(avr->data[UCSR0B] & RECEIVER_ON)) {
        queue_tail = queue_head;
        line_is_full = false;
    }
    while (!line_is_full && queue_tail != queue_head) {
        avr_raise_irq(line_input, queue[queue_tail % QUEUE]);
        queue_tail++;
    }
}

static void hear_terminal(void)
{
    uint8_t bytes[256];
    ssize_t length = master < 0 ? 0 : read(master, bytes, sizeof bytes);

    for (ssize_t i = 0; i < length; i++) {
        machine_receive(bytes[i]);
    }
}

static void close_terminal(void)
{
    if (master >= 0) {
        close(slave);
        close(master);
        master = slave = -1;
    }
    unlink(link_path);
}

/* Open a terminal and hold its other end too, so that it lives on when its user leaves. */
static bool open_terminal(void)
{
    struct termios raw;

    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master < 0 || grantpt(master) < 0 || unlockpt(master) < 0) {
        return false;
    }
    slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    if (slave < 0 || tcgetattr(slave, &raw) < 0) {
        return false;
    }
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    unlink(link_path);
    return symlink(ptsname(master), link_path) == 0;
}

/* --- The machine -------------------------------------------------------------------------------- */

void machine_inputs(uint64_t wanted)
{
    levels = wanted;
}

void machine_tag(uint8_t lane, const uint8_t *id, bool damaged)
{
    rc522_put_tag(&readers[lane], id, damaged);
}

void machine_fit_reader(uint8_t lane, bool fitted)
{
    readers[lane].fitted = fitted;
}

void machine_eye(uint8_t lane, uint16_t level)
{
    eye_levels[lane] = level;
}

void machine_receive(uint8_t byte)
{
    queue[queue_head++ % QUEUE] = byte;
}

void machine_eeprom(uint16_t address, uint8_t byte)
{
    avr_eeprom_desc_t place = {.ee = &byte, .offset = address, .size = 1};

    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &place);
}

bool machine_poke(uint32_t address, uint8_t byte, uint8_t *before)
{
    if (address > avr->flashend) {
        return false;
    }
    *before = avr->flash[address];
    avr->flash[address] = byte;
    return true;
}

bool machine_plug(bool in)
{
    if (link_path == NULL) {
        return false;
    }
    /* A spare one takes the number that has just become free: plugged in again, it has another. */
    int spare = posix_openpt(O_RDWR | O_NOCTTY);
    bool done;

    close_terminal();
    done = !in || open_terminal();
    close(spare);
    return done;
}

void machine_reset(void)
{
    avr_reset(avr);
    avr->data[MCUSR] = EXTERNAL;
}

static uint32_t tone(void)
{
    uint32_t top = (uint32_t)avr->data[OCR3AH] << 8 | avr->data[OCR3AL];

    return (avr->data[TCCR3B] & 7u) != 0 ? HERTZ / 16u / (top + 1u) : 0;
}

static struct drives drives_now(void)
{
    uint32_t a = driven(PIN_A), b = driven(PIN_B), c = driven(PIN_C), d = driven(PIN_D);
    struct drives drives = {
        .now_us = avr->cycle / CYCLES_PER_US,
        .on = (b >> 4 & 7u) | (d >> 7 & 1u) << 3 | a << 4 | c << 12,
        .reverse = (uint32_t)shown[0] | (uint32_t)shown[1] << 8 | (uint32_t)shown[2] << 16,
        .lamps = shown[3],
        .hertz = tone(),
    };

    memcpy(drives.segments, &shown[4], sizeof drives.segments);
    return drives;
}

struct drives machine_run(uint32_t us)
{
    avr_cycle_count_t end = avr->cycle + (avr_cycle_count_t)us * CYCLES_PER_US;

    while (avr->cycle < end) {
        avr_cycle_count_t slice = avr->cycle + SLICE_US * CYCLES_PER_US;

        hear_terminal();
        while (avr->cycle < slice && avr->cycle < end) {
            /* A reset clears the pins' registers, so they are driven anew all the time. */
            drive_inputs();
            feed_line();
            int state = avr_run(avr);

            if (state == cpu_Crashed || state == cpu_Done) {
                fprintf(stderr, "the simulated chip stopped at 0x%04X\n", (unsigned)avr->pc);
                exit(1);
            }
        }
    }
    return drives_now();
}

/* Time is told by the other program, so a sleeping chip does not let it pass. */
static void sleep_without_waiting(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip;
    (void)cycles;
}

static bool load(const char *path)
{
    elf_firmware_t firmware = {0};

    if (elf_read_firmware(path, &firmware) != 0) {
        return false;
    }
    avr = avr_make_mcu_by_name("atmega2560");
    if (avr == NULL || avr_init(avr) != 0) {
        return false;
    }
    avr->frequency = HERTZ;
    avr->vcc = avr->avcc = avr->aref = MILLIVOLTS;
    avr->run_cycle_limit = RUN_CYCLES;
    avr_load_firmware(avr, &firmware);
    avr->sleep = sleep_without_waiting;
    avr->log = LOG_ERROR;
    avr->data[MCUSR] = POWER_ON;
    return true;
}

static void wire(void)
{
    uint32_t flags = 0;

    /* Else every cycle looks at each external interrupt whose pin is low, used or not. */
    for (uint8_t i = 0; i < 8; i++) {
        avr_extint_set_strict_lvl_trig(avr, i, 0);
    }
    avr->io[AVR_DATA_TO_IO(SPDR)].w.c = spi_written;
    avr->io[AVR_DATA_TO_IO(SPDR)].r.c = NULL;
    watch_pin('B', 0);
    watch_pin('D', 0);
    watch_pin('E', 4);
    watch_pin('E', 5);
    watch_pin('J', 0);
    watch_pin('J', 1);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), adc_asks,
                            NULL);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    line_input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            line_sent, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON),
                            line_may_take, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF),
                            line_may_take, &line_is_full);
    for (int lane = 0; lane < 4; lane++) {
        readers[lane].fitted = true;
    }
}

int main(int count, char **arguments)
{
    int answers = dup(STDOUT_FILENO);

    if (count < 2) {
        fputs("usage: avr_table ELF [LINK]\n", stderr);
        return 2;
    }
    /* libsimavr chats on standard output while it loads. */
    dup2(STDERR_FILENO, STDOUT_FILENO);
    if (!load(arguments[1])) {
        fprintf(stderr, "%s: no firmware for the ATmega2560; build it with make\n", arguments[1]);
        return 2;
    }
    fflush(stdout);
    dup2(answers, STDOUT_FILENO);
    close(answers);
    wire();
    link_path = count > 2 ? arguments[2] : NULL;
    if (link_path != NULL && !open_terminal()) {
        perror(link_path);
        return 1;
    }
    int status = steps_serve();

    if (link_path != NULL) {
        close_terminal();
    }
    return status;
}
