/* The serial line: USART0 behind the USB chip, or USART1 behind an RS-485 transceiver when built
 * with LINE=rs485. Both ways are buffered and run on interrupts. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "hardware.h"
#include "register_map.h"

#ifdef LINE_RS485
#define UCSRA UCSR1A
#define UCSRB UCSR1B
#define UCSRC UCSR1C
#define UBRR UBRR1
#define UDR UDR1
#define RECEIVED USART1_RX_vect
#define EMPTY USART1_UDRE_vect
#define SENT USART1_TX_vect
#define TALK PD1 /* driver enable of the transceiver */
#else
#define UCSRA UCSR0A
#define UCSRB UCSR0B
#define UCSRC UCSR0C
#define UBRR UBRR0
#define UDR UDR0
#define RECEIVED USART0_RX_vect
#define EMPTY USART0_UDRE_vect
#endif

#define IN_SIZE 256u  /* indices of one byte wrap by themselves */
#define OUT_SIZE 512u /* a reply under way and the next one */

static uint8_t in[IN_SIZE];
static volatile uint8_t in_head, in_tail;
static uint8_t out[OUT_SIZE];
static volatile uint16_t out_head, out_tail;

/* Values for double speed at 16 MHz, in the order of MJ_BAUD_; 115200 is 2.1 % fast. */
static const uint16_t DIVISORS[] = {16, 7, 3, 207};

void line_start(uint16_t baud)
{
    UCSRA = _BV(U2X0); /* first: a simulated chip looks at it when the divisor is written */
    UBRR = DIVISORS[baud];
    UCSRC = _BV(UCSZ01) | _BV(UCSZ00); /* 8N1 */
    UCSRB = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
#ifdef LINE_RS485
    DDRD |= _BV(TALK);
    UCSRB |= _BV(TXCIE0);
#endif
}

ISR(RECEIVED)
{
    in[in_head++] = UDR;
}

ISR(EMPTY)
{
    if (out_tail == out_head) {
        UCSRB &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR = out[out_tail];
    out_tail = (out_tail + 1u) % OUT_SIZE;
}

#ifdef LINE_RS485
ISR(SENT)
{
    if (out_tail == out_head) {
        PORTD &= (uint8_t)~_BV(TALK);
    }
}
#endif

bool line_is_waiting(void)
{
    return in_tail != in_head;
}

bool line_take(uint8_t *byte)
{
    if (!line_is_waiting()) {
        return false;
    }
    *byte = in[in_tail++];
    return true;
}

void line_send(const uint8_t *bytes, uint16_t length)
{
    uint16_t end, begin;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        end = out_head;
        begin = out_tail;
    }
    if ((begin - end - 1u) % OUT_SIZE < length) {
        return; /* the host asks faster than it listens; it will ask again */
    }
    for (uint16_t i = 0; i < length; i++) {
        out[end] = bytes[i];
        end = (end + 1u) % OUT_SIZE;
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
#ifdef LINE_RS485
        PORTD |= _BV(TALK);
#endif
        out_head = end;
        UCSRB |= _BV(UDRIE0);
    }
}
