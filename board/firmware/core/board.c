#include "board.h"

#include <string.h>

#include "eyes.h"
#include "modbus.h"
#include "motions.h"
#include "outputs.h"
#include "panel.h"
#include "registers.h"
#include "rings.h"
#include "settings.h"
#include "stacker.h"
#include "tiles.h"

#define LEVELS_LAST_MS 2000u /* lamps stay on so long without a cycle command */
#define DICE_SETTLE_MS 1000u /* from the end of a spin until the dice lie still */
#define GUARD_INPUTS 3u

/* What must be safe: the input, its bit in a mask of guards, what its loss means. */
static const struct guard {
    uint8_t input, guard, why;
    uint16_t fault;
} GUARDS[GUARD_INPUTS] = {
    {MJ_INPUT_ESTOP_RELEASED, MJ_GUARD_ESTOP_RELEASED, MJ_WHY_ESTOP_PRESSED, MJ_FAULT_ESTOP},
    {MJ_INPUT_HATCH_CLOSED, MJ_GUARD_HATCH_CLOSED, MJ_WHY_HATCH_OPEN, MJ_FAULT_HATCH},
    {MJ_INPUT_TOP_CLOSED, MJ_GUARD_TOP_CLOSED, MJ_WHY_TOP_OPEN, MJ_FAULT_TOP},
};

static uint32_t now_ms;
static uint16_t boot_id, latched, watchdog_ms, heartbeat_seen;
static uint32_t levels;
static uint16_t levels_ms, settle_ms;
static uint32_t eye_since_ms[LANES];
static bool armed, cup_turns;

void board_start(uint16_t faults, const uint8_t raw[SENSED_BYTES])
{
    bool kept = settings_start();

    latched = (uint16_t)(faults | MJ_FAULT_RESTART | (kept ? 0u : MJ_FAULT_PARAMETERS));
    now_ms = levels = 0;
    watchdog_ms = heartbeat_seen = levels_ms = settle_ms = 0;
    armed = cup_turns = false;
    memset(eye_since_ms, 0, sizeof eye_since_ms);
    boot_id = settings_count_start();
    inputs_start(raw);
    outputs_start();
    rings_start();
    motions_start();
    eyes_start();
    tiles_start();
    panel_start();
    registers_start();
    modbus_start((uint8_t)parameter(MJ_PARAMETERS_UNIT_ID));
}

static void drop(const struct guard *guard)
{
    armed = false;
    events_put(MJ_EVENT_KIND_OUTPUTS_DROPPED, guard->why, 0, 0);
    motions_stop_all(guard->why);
}

static bool any_actuator_minds(uint8_t guard)
{
    for (uint8_t i = 0; i < MJ_ACTUATOR_COUNT; i++) {
        if (limit(i, MJ_LIMITS_MUST_BE_SAFE) & guard) {
            return true;
        }
    }
    return false;
}

static void guard_lost(uint8_t input)
{
    for (uint8_t i = 0; i < GUARD_INPUTS; i++) {
        if (GUARDS[i].input == input) {
            latched |= GUARDS[i].fault;
            if (armed && any_actuator_minds(GUARDS[i].guard)) {
                drop(&GUARDS[i]);
            }
        }
    }
}

static void eye_changed(uint8_t lane, bool level)
{
    if (level) {
        eye_since_ms[lane] = now_ms;
        tiles_eye_on(lane);
        return;
    }
    bool forward = outputs_wanted((uint8_t)(MJ_ACTUATOR_BELT_0 + lane)) >= 0;

    tiles_eye_off(lane, forward);
    if (forward) {
        uint32_t pulse_ms = now_ms - eye_since_ms[lane];

        events_put(MJ_EVENT_KIND_TILE_PASSED, lane, eyes_count(lane),
                   (uint16_t)(pulse_ms < 0xFFFFu ? pulse_ms : 0xFFFFu));
        stacker_tile_passed(lane);
    }
}

static void input_changed(uint8_t input, bool level)
{
    if (input >= INPUT_HEAD_0) {
        return;
    }
    if (input >= INPUT_CAM_DOWN_0) {
        stacker_cam_down_changed((uint8_t)(input - INPUT_CAM_DOWN_0), level);
        return;
    }
    events_put(MJ_EVENT_KIND_INPUT_CHANGED, input, level, 0);
    if (input <= MJ_INPUT_EYE_3) {
        eye_changed(input, level);
    } else if (input <= MJ_INPUT_CAM_HOME_3) {
        if (level) {
            stacker_cam_came_home((uint8_t)(input - MJ_INPUT_CAM_HOME_0));
        }
    } else if (!level) {
        guard_lost(input);
    }
    motions_look();
}

static void mind_watchdog(void)
{
    static const struct guard HOST = {0, 0, MJ_WHY_WATCHDOG, MJ_FAULT_WATCHDOG};

    if (armed && --watchdog_ms == 0) {
        latched |= HOST.fault;
        drop(&HOST);
    }
    if (levels_ms > 0 && --levels_ms == 0) {
        levels = 0;
    }
}

/* The cup has no sensor: the dice are taken to lie still some time after it has stopped. */
static void mind_dice(void)
{
    bool turns = outputs_is_on(MJ_ACTUATOR_DICE_CUP);

    if (turns) {
        settle_ms = 0;
    } else if (cup_turns) {
        settle_ms = DICE_SETTLE_MS;
    } else if (settle_ms > 0 && --settle_ms == 0) {
        events_put(MJ_EVENT_KIND_DICE_SETTLED, 0, 0, 0);
    }
    cup_turns = turns;
}

void board_tick(const uint8_t raw[SENSED_BYTES])
{
    now_ms++;
    modbus_tick();
    inputs_sample(raw, input_changed);
    mind_watchdog();
    motions_tick();
    mind_dice();
    panel_tick();
}

void board_background(void)
{
    settings_background();
    tiles_background();
}

uint32_t board_ms(void)
{
    return now_ms;
}

void board_cycle(uint16_t flags, uint32_t wanted_levels, uint16_t heartbeat)
{
    if (flags & MJ_CYCLE_FLAG_STOP) {
        motions_stop_all(MJ_WHY_STOP);
    }
    if (flags & MJ_CYCLE_FLAG_CLEAR) {
        latched = 0;
    }
    if (!(flags & MJ_CYCLE_FLAG_ARM)) {
        motions_stop_all(MJ_WHY_STOP);
        armed = false;
    } else if (!armed && latched == 0) {
        armed = true;
        watchdog_ms = parameter(MJ_PARAMETERS_WATCHDOG);
    } else if (armed && heartbeat != heartbeat_seen) {
        watchdog_ms = parameter(MJ_PARAMETERS_WATCHDOG);
    }
    heartbeat_seen = heartbeat;
    levels = wanted_levels;
    levels_ms = LEVELS_LAST_MS;
}

bool board_armed(void)
{
    return armed;
}

uint8_t board_refusal(uint8_t actuator)
{
    if (!armed) {
        return MJ_WHY_NOT_ARMED;
    }
    for (uint8_t i = 0; i < GUARD_INPUTS; i++) {
        bool minds = (limit(actuator, MJ_LIMITS_MUST_BE_SAFE) & GUARDS[i].guard) != 0;

        if (minds && !input_is_on(GUARDS[i].input)) {
            return GUARDS[i].why;
        }
    }
    return MJ_WHY_NONE;
}

uint16_t board_boot_id(void)
{
    return boot_id;
}

uint8_t board_state(void)
{
    if (armed) {
        return MJ_STATE_ARMED;
    }
    return latched & (uint16_t)~MJ_FAULT_RESTART ? MJ_STATE_FAULT : MJ_STATE_IDLE;
}

uint16_t board_faults_latched(void)
{
    return latched;
}

uint16_t board_faults_live(void)
{
    uint16_t live = 0;

    for (uint8_t i = 0; i < GUARD_INPUTS; i++) {
        live |= input_is_on(GUARDS[i].input) ? 0u : GUARDS[i].fault;
    }
    return live;
}

uint16_t board_watchdog_left(void)
{
    return armed ? watchdog_ms : 0;
}

uint16_t board_capabilities(void)
{
    return (uint16_t)(MJ_CAPABILITY_WATCHDOG | MJ_CAPABILITY_EYE_LEVELS | MJ_CAPABILITY_DISPLAY
                      | (tiles_fitted() ? MJ_CAPABILITY_TILE_READER : 0u));
}

uint32_t board_levels(void)
{
    return levels;
}
