/* Motions under way: each has an end of its own, and exactly one event tells it. */
#ifndef MJ_MOTIONS_H
#define MJ_MOTIONS_H

#include <stdbool.h>
#include <stdint.h>

#define NO_INPUT 0xFFu

struct command {
    uint16_t seq;
    uint8_t actuator, verb;
    uint8_t stacks;
    uint8_t stop_on; /* NO_INPUT or an input that ends the motion at `level` */
    bool level;
    uint32_t limit_ms;
};

void motions_start(void);

/* Do a command, unless one with this number or a newer one was done before. */
void motions_command(const struct command *command);

/* End all motions and switch every motor off; `why` is a MJ_WHY_ value. */
void motions_stop_all(uint8_t why);

/* End what has reached its input or its end stop. */
void motions_look(void);

void motions_tick(void);

/* Values of the status block: the newest number, Result << 8 | Why, mask of busy actuators. */
uint16_t motions_last_seq(void);
uint16_t motions_result(void);
uint32_t motions_busy(void);

#endif
