#include "stacker.h"

#include <string.h>

#include "board.h"
#include "inputs.h"
#include "outputs.h"
#include "rings.h"
#include "settings.h"

struct stacker {
    uint8_t phase, made, wanted;
    uint8_t head;       /* tiles in the head, as counted by the eye */
    uint8_t owed;       /* stacks that are pushed and not told yet */
    bool stands_down;   /* the cam was stopped where the second tile fits */
    bool past_push;     /* the cam has pushed and is not home yet */
    bool belt_is_clear;
    uint16_t clear_ms;  /* the belt still runs back so long */
};

static struct stacker stackers[LANES];
static void (*all_made)(uint8_t lane);

static uint8_t belt_of(uint8_t lane)
{
    return (uint8_t)(MJ_ACTUATOR_BELT_0 + lane);
}

static uint8_t cam_of(uint8_t lane)
{
    return (uint8_t)(MJ_ACTUATOR_STACKER_0 + lane);
}

static bool cam_is_home(uint8_t lane)
{
    return input_is_on((uint8_t)(MJ_INPUT_CAM_HOME_0 + lane));
}

static void turn_cam(uint8_t lane, int8_t direction)
{
    outputs_want(cam_of(lane), direction);
}

void stackers_start(void (*done)(uint8_t lane))
{
    memset(stackers, 0, sizeof stackers);
    all_made = done;
}

static void tell_one(struct stacker *stacker, uint8_t lane)
{
    stacker->made++;
    events_put(MJ_EVENT_KIND_STACK_MADE, lane, stacker->made, 0);
}

static void run_back(struct stacker *stacker, uint8_t lane)
{
    stacker->clear_ms = parameter(MJ_PARAMETERS_BELT_CLEAR);
    outputs_want(belt_of(lane), -1);
}

static void push(struct stacker *stacker, uint8_t lane)
{
    stacker->phase = MJ_STACK_PHASE_PUSHING;
    if (stacker->made + 1u >= stacker->wanted) {
        run_back(stacker, lane);
    }
    turn_cam(lane, 1);
}

static void next_pair(struct stacker *stacker, uint8_t lane)
{
    if (stacker->head == 0) {
        stacker->phase = MJ_STACK_PHASE_FIRST;
    } else if (stacker->stands_down) {
        stacker->phase = MJ_STACK_PHASE_SECOND;
    } else {
        stacker->phase = MJ_STACK_PHASE_DROPPING;
        turn_cam(lane, 1);
    }
    outputs_want(belt_of(lane), 1);
}

static void clear(struct stacker *stacker, uint8_t lane)
{
    stacker->phase = MJ_STACK_PHASE_CLEARING;
    run_back(stacker, lane);
    if (!cam_is_home(lane)) {
        turn_cam(lane, -1);
    }
}

/* The head's sensor knows whether tiles lie there; only the count knows how many. After a restart
 * a head that is not empty is taken to hold one. */
static void look_into_head(struct stacker *stacker, uint8_t lane)
{
    if (!input_is_on((uint8_t)(INPUT_HEAD_0 + lane))) {
        stacker->head = 0;
    } else if (stacker->head == 0) {
        stacker->head = 1;
    }
}

void stacker_begin(uint8_t lane, uint8_t stacks)
{
    struct stacker *stacker = &stackers[lane];

    stacker->made = 0;
    stacker->wanted = stacks;
    stacker->belt_is_clear = false;
    look_into_head(stacker, lane);
    if (stacker->past_push) {
        push(stacker, lane);
        return;
    }
    while (stacker->owed > 0 && stacker->made < stacks) {
        stacker->owed--;
        tell_one(stacker, lane);
    }
    if (stacker->made == stacks) {
        clear(stacker, lane);
    } else if (stacker->head > 1) {
        push(stacker, lane);
    } else if (cam_is_home(lane) || (stacker->stands_down && stacker->head > 0)) {
        next_pair(stacker, lane);
    } else {
        stacker->phase = MJ_STACK_PHASE_HOMING;
        turn_cam(lane, -1);
    }
}

void stacker_stop(uint8_t lane)
{
    stackers[lane].phase = MJ_STACK_PHASE_IDLE;
    stackers[lane].clear_ms = 0;
    outputs_want(belt_of(lane), 0);
    outputs_want(cam_of(lane), 0);
}

bool stacker_active(uint8_t lane)
{
    return stackers[lane].phase != MJ_STACK_PHASE_IDLE;
}

uint8_t stacker_progress(uint8_t lane)
{
    return (uint8_t)(stackers[lane].phase << 5 | stackers[lane].made);
}

void stacker_tile_passed(uint8_t lane)
{
    struct stacker *stacker = &stackers[lane];

    if (stacker->head < 2) {
        stacker->head++;
    }
    if (stacker->phase == MJ_STACK_PHASE_FIRST) {
        stacker->phase = MJ_STACK_PHASE_DROPPING;
        turn_cam(lane, 1);
    } else if (stacker->phase == MJ_STACK_PHASE_SECOND) {
        push(stacker, lane);
    }
}

void stacker_cam_down_changed(uint8_t lane, bool level)
{
    struct stacker *stacker = &stackers[lane];

    if (outputs_is_reverse(cam_of(lane))) {
        return;
    }
    if (!level) {
        stacker->past_push = true;
        stacker->owed = (uint8_t)(stacker->owed + (stacker->head > 1));
        stacker->head = 0;
    } else if (stacker->phase == MJ_STACK_PHASE_DROPPING && stacker->head > 1) {
        push(stacker, lane); /* the second tile stood half in when the lane was stopped */
    } else if (stacker->phase == MJ_STACK_PHASE_DROPPING) {
        turn_cam(lane, 0);
        stacker->stands_down = true;
        stacker->phase = MJ_STACK_PHASE_SECOND;
    }
}

static void end_if_done(struct stacker *stacker, uint8_t lane)
{
    if (stacker->phase == MJ_STACK_PHASE_CLEARING && stacker->belt_is_clear && cam_is_home(lane)) {
        stacker_stop(lane);
        all_made(lane);
    }
}

void stacker_cam_came_home(uint8_t lane)
{
    struct stacker *stacker = &stackers[lane];

    stacker->past_push = false;
    if (stacker->phase == MJ_STACK_PHASE_IDLE) {
        return;
    }
    turn_cam(lane, 0);
    if (stacker->phase == MJ_STACK_PHASE_HOMING) {
        next_pair(stacker, lane);
    } else if (stacker->phase == MJ_STACK_PHASE_PUSHING) {
        if (stacker->owed > 0) {
            stacker->owed--;
            tell_one(stacker, lane);
        }
        if (stacker->made < stacker->wanted) {
            next_pair(stacker, lane);
        } else {
            stacker->phase = MJ_STACK_PHASE_CLEARING;
        }
    }
    end_if_done(stacker, lane);
}

void stackers_tick(void)
{
    for (uint8_t lane = 0; lane < LANES; lane++) {
        struct stacker *stacker = &stackers[lane];

        if (outputs_is_on(cam_of(lane))) { /* whoever turns it: a motion of its own does too */
            stacker->stands_down = false;
        }
        if (stacker->clear_ms > 0 && outputs_is_on(belt_of(lane)) && --stacker->clear_ms == 0) {
            stacker->belt_is_clear = true;
            outputs_want(belt_of(lane), 0);
            end_if_done(stacker, lane);
        }
    }
}
