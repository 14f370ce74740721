#include "motions.h"

#include <string.h>

#include "board.h"
#include "inputs.h"
#include "outputs.h"
#include "rings.h"
#include "settings.h"
#include "stacker.h"
#include "words.h"

enum kind { IDLE, RUN, SPIN, STACK };

struct motion {
    uint8_t kind;
    int8_t direction;
    uint8_t until;
    bool level;
    bool capped; /* the actuator's longest run comes before the command's limit */
    uint16_t seq;
    uint32_t left_ms;
};

static struct motion motions[MJ_ACTUATOR_COUNT];
static uint16_t last_seq, result;
static bool has_seq;

static bool is_belt(uint8_t actuator)
{
    return actuator >= MJ_ACTUATOR_BELT_0 && actuator <= MJ_ACTUATOR_BELT_3;
}

static uint8_t lane_of_stacker(uint8_t actuator)
{
    return (uint8_t)(actuator - MJ_ACTUATOR_STACKER_0);
}

static uint8_t belt_of_stacker(uint8_t actuator)
{
    return (uint8_t)(MJ_ACTUATOR_BELT_0 + lane_of_stacker(actuator));
}

/* The actuator whose motion drives this one: the belt of a stacking lane has none of its own. */
static uint8_t owner_of(uint8_t actuator)
{
    if (is_belt(actuator)) {
        uint8_t lane = (uint8_t)(actuator - MJ_ACTUATOR_BELT_0);

        if (stacker_active(lane)) {
            return (uint8_t)(MJ_ACTUATOR_STACKER_0 + lane);
        }
    }
    return actuator;
}

static void tell_end(uint8_t actuator, uint16_t seq, uint8_t outcome, uint8_t why, uint8_t what)
{
    uint16_t detail = (uint16_t)((uint16_t)(outcome << 13) | (uint16_t)(why << 8) | what);

    events_put(MJ_EVENT_KIND_MOTION_ENDED, actuator, seq, detail);
}

static void end(uint8_t actuator, uint8_t outcome, uint8_t why, uint8_t what)
{
    struct motion *motion = &motions[actuator];

    if (motion->kind == STACK) {
        stacker_stop(lane_of_stacker(actuator));
    }
    motion->kind = IDLE;
    outputs_want(actuator, 0);
    tell_end(actuator, motion->seq, outcome, why, what);
}

static void lane_done(uint8_t lane)
{
    end((uint8_t)(MJ_ACTUATOR_STACKER_0 + lane), MJ_OUTCOME_REACHED, MJ_WHY_NONE, 0);
}

void motions_start(void)
{
    memset(motions, 0, sizeof motions);
    last_seq = result = 0;
    has_seq = false;
    stackers_start(lane_done);
}

/* End a motor's motion for a newer one; it keeps turning if the direction stays. */
static void replace(uint8_t actuator, int8_t direction)
{
    struct motion *motion = &motions[actuator];

    if (motion->kind == IDLE) {
        return;
    }
    if (motion->kind != STACK && motion->direction == direction) {
        motion->kind = IDLE;
        tell_end(actuator, motion->seq, MJ_OUTCOME_STOPPED, MJ_WHY_REPLACED, 0);
    } else {
        end(actuator, MJ_OUTCOME_STOPPED, MJ_WHY_REPLACED, 0);
    }
}

static struct motion *begin(const struct command *command, uint8_t kind, int8_t direction)
{
    struct motion *motion = &motions[command->actuator];
    uint32_t longest_ms = longest_run_ms(command->actuator);

    replace(command->actuator, direction);
    motion->kind = kind;
    motion->direction = direction;
    motion->seq = command->seq;
    motion->until = kind == RUN ? command->stop_on : NO_INPUT;
    motion->level = command->level;
    motion->capped = longest_ms < command->limit_ms;
    motion->left_ms = motion->capped ? longest_ms : command->limit_ms;
    return motion;
}

/* End a run that is where it was to go, or where it can go no further. */
static bool is_over(uint8_t actuator)
{
    const struct motion *motion = &motions[actuator];
    uint8_t stop = end_stop(actuator, motion->direction < 0);

    if (motion->until != NO_INPUT && input_is_on(motion->until) == motion->level) {
        end(actuator, MJ_OUTCOME_REACHED, MJ_WHY_NONE, 0);
    } else if (stop == NO_INPUT || !input_is_on(stop)) {
        return false;
    } else if (motion->until == NO_INPUT) {
        end(actuator, MJ_OUTCOME_REACHED, MJ_WHY_NONE, 0);
    } else {
        end(actuator, MJ_OUTCOME_STOPPED, MJ_WHY_END_STOP, stop);
    }
    return true;
}

static void run(const struct command *command, uint8_t kind, int8_t direction)
{
    begin(command, kind, direction);
    if (!is_over(command->actuator)) {
        outputs_want(command->actuator, direction);
    }
}

static void stack(const struct command *command)
{
    uint8_t lane = lane_of_stacker(command->actuator);

    replace(belt_of_stacker(command->actuator), 0);
    begin(command, STACK, 0);
    stacker_begin(lane, command->stacks);
}

static void stop(const struct command *command)
{
    uint8_t owner = owner_of(command->actuator);

    if (motions[owner].kind != IDLE) {
        end(owner, MJ_OUTCOME_STOPPED, MJ_WHY_STOP, 0);
    }
    outputs_want(command->actuator, 0);
    tell_end(command->actuator, command->seq, MJ_OUTCOME_STOPPED, MJ_WHY_STOP, 0);
}

static uint8_t refusal(const struct command *command)
{
    if (command->verb == MJ_VERB_STOP) {
        return MJ_WHY_NONE;
    }
    if (owner_of(command->actuator) != command->actuator) {
        return MJ_WHY_LANE_STACKING;
    }
    uint8_t why = board_refusal(command->actuator);

    if (why == MJ_WHY_NONE && command->verb == MJ_VERB_STACK) {
        why = board_refusal(belt_of_stacker(command->actuator));
    }
    return why;
}

void motions_command(const struct command *command)
{
    uint16_t seq = command->seq;

    if (has_seq ? !is_newer(seq, last_seq) : seq == 0) {
        return;
    }
    uint8_t why = refusal(command);

    last_seq = seq;
    has_seq = true;
    result = (uint16_t)((why == MJ_WHY_NONE ? MJ_RESULT_TAKEN : MJ_RESULT_REFUSED) << 8 | why);
    if (why != MJ_WHY_NONE) {
        tell_end(command->actuator, seq, MJ_OUTCOME_REFUSED, why, 0);
    } else if (command->verb == MJ_VERB_STOP) {
        stop(command);
    } else if (command->verb == MJ_VERB_STACK) {
        stack(command);
    } else if (command->verb == MJ_VERB_SPIN_DICE) {
        run(command, SPIN, 1);
    } else {
        run(command, RUN, command->verb == MJ_VERB_FORWARD ? 1 : -1);
    }
}

void motions_stop_all(uint8_t why)
{
    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        if (motions[i].kind != IDLE) {
            end(i, MJ_OUTCOME_STOPPED, why, 0);
        }
    }
    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        outputs_want(i, 0);
    }
}

void motions_look(void)
{
    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        if (motions[i].kind == RUN || motions[i].kind == SPIN) {
            is_over(i);
        }
    }
}

static void limit_reached(uint8_t actuator)
{
    const struct motion *motion = &motions[actuator];

    if (motion->capped) {
        end(actuator, MJ_OUTCOME_TIME_LIMIT, MJ_WHY_LONGEST_RUN, 0);
    } else if (motion->kind == SPIN) {
        end(actuator, MJ_OUTCOME_REACHED, MJ_WHY_NONE, 0);
    } else if (motion->kind == STACK) {
        uint8_t progress = stacker_progress(lane_of_stacker(actuator));

        end(actuator, MJ_OUTCOME_TIME_LIMIT, MJ_WHY_STACKS_LATE, progress);
    } else if (motion->until != NO_INPUT) {
        end(actuator, MJ_OUTCOME_TIME_LIMIT, MJ_WHY_INPUT_LATE, motion->until);
    } else {
        end(actuator, MJ_OUTCOME_TIME_LIMIT, MJ_WHY_NONE, 0);
    }
}

static void overrun(uint8_t actuator)
{
    uint8_t owner = owner_of(actuator);

    if (motions[owner].kind != IDLE) {
        end(owner, MJ_OUTCOME_TIME_LIMIT, MJ_WHY_LONGEST_RUN, 0);
    }
}

void motions_tick(void)
{
    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        if (motions[i].kind != IDLE && --motions[i].left_ms == 0) {
            limit_reached(i);
        }
    }
    outputs_tick(overrun);
    stackers_tick();
}

uint16_t motions_last_seq(void)
{
    return last_seq;
}

uint16_t motions_result(void)
{
    return result;
}

uint32_t motions_busy(void)
{
    uint32_t busy = 0;

    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        busy |= (uint32_t)(motions[i].kind != IDLE) << i;
    }
    return busy;
}
