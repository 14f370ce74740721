/* The register map 1.1; written by board/generate.py from
 * board/register_map.toml. */
#ifndef MJ_REGISTER_MAP_H
#define MJ_REGISTER_MAP_H

#define MJ_MAP_MAJOR 1u
#define MJ_MAP_MINOR 1u
#define MJ_MAGIC 0x4D4Au
#define MJ_UNIT 1u

/* A motor (hal.ids.Actuator). The last four are those of a table that deals hands; the reference
 * board has the others. */
#define MJ_ACTUATOR_DRUM      0u
#define MJ_ACTUATOR_RING      1u
#define MJ_ACTUATOR_DOME      2u
#define MJ_ACTUATOR_DICE_CUP  3u
#define MJ_ACTUATOR_BELT_0    4u
#define MJ_ACTUATOR_BELT_1    5u
#define MJ_ACTUATOR_BELT_2    6u
#define MJ_ACTUATOR_BELT_3    7u
#define MJ_ACTUATOR_STACKER_0 8u
#define MJ_ACTUATOR_STACKER_1 9u
#define MJ_ACTUATOR_STACKER_2 10u
#define MJ_ACTUATOR_STACKER_3 11u
#define MJ_ACTUATOR_PUSHER_0  12u
#define MJ_ACTUATOR_PUSHER_1  13u
#define MJ_ACTUATOR_PUSHER_2  14u
#define MJ_ACTUATOR_PUSHER_3  15u
#define MJ_ACTUATOR_TRAY_0    16u
#define MJ_ACTUATOR_TRAY_1    17u
#define MJ_ACTUATOR_TRAY_2    18u
#define MJ_ACTUATOR_TRAY_3    19u
#define MJ_ACTUATOR_DEAL_0    20u
#define MJ_ACTUATOR_DEAL_1    21u
#define MJ_ACTUATOR_DEAL_2    22u
#define MJ_ACTUATOR_DEAL_3    23u
#define MJ_ACTUATOR_COUNT 20u

/* A binary input (hal.ids.Input); 1 means what the name says. The last eight are those of a
 * table that deals hands; the reference board has the others. */
#define MJ_INPUT_EYE_0          0u
#define MJ_INPUT_EYE_1          1u
#define MJ_INPUT_EYE_2          2u
#define MJ_INPUT_EYE_3          3u
#define MJ_INPUT_CAM_HOME_0     4u
#define MJ_INPUT_CAM_HOME_1     5u
#define MJ_INPUT_CAM_HOME_2     6u
#define MJ_INPUT_CAM_HOME_3     7u
#define MJ_INPUT_BELT_FULL_0    8u
#define MJ_INPUT_BELT_FULL_1    9u
#define MJ_INPUT_BELT_FULL_2    10u
#define MJ_INPUT_BELT_FULL_3    11u
#define MJ_INPUT_PUSHER_HOME_0  12u
#define MJ_INPUT_PUSHER_HOME_1  13u
#define MJ_INPUT_PUSHER_HOME_2  14u
#define MJ_INPUT_PUSHER_HOME_3  15u
#define MJ_INPUT_PUSHER_OUT_0   16u
#define MJ_INPUT_PUSHER_OUT_1   17u
#define MJ_INPUT_PUSHER_OUT_2   18u
#define MJ_INPUT_PUSHER_OUT_3   19u
#define MJ_INPUT_TRAY_UP_0      20u
#define MJ_INPUT_TRAY_UP_1      21u
#define MJ_INPUT_TRAY_UP_2      22u
#define MJ_INPUT_TRAY_UP_3      23u
#define MJ_INPUT_TRAY_DOWN_0    24u
#define MJ_INPUT_TRAY_DOWN_1    25u
#define MJ_INPUT_TRAY_DOWN_2    26u
#define MJ_INPUT_TRAY_DOWN_3    27u
#define MJ_INPUT_DOME_UP        28u
#define MJ_INPUT_DOME_DOWN      29u
#define MJ_INPUT_TOP_CLOSED     30u
#define MJ_INPUT_HATCH_CLOSED   31u
#define MJ_INPUT_ESTOP_RELEASED 32u
#define MJ_INPUT_KEY_LIFT_0     33u
#define MJ_INPUT_KEY_LIFT_1     34u
#define MJ_INPUT_KEY_DICE_0     35u
#define MJ_INPUT_KEY_DICE_1     36u
#define MJ_INPUT_KEY_DICE_2     37u
#define MJ_INPUT_KEY_DICE_3     38u
#define MJ_INPUT_KEY_RESET      39u
#define MJ_INPUT_HAND_FLUSH_0   40u
#define MJ_INPUT_HAND_FLUSH_1   41u
#define MJ_INPUT_HAND_FLUSH_2   42u
#define MJ_INPUT_HAND_FLUSH_3   43u
#define MJ_INPUT_HAND_FULL_0    44u
#define MJ_INPUT_HAND_FULL_1    45u
#define MJ_INPUT_HAND_FULL_2    46u
#define MJ_INPUT_HAND_FULL_3    47u
#define MJ_INPUT_COUNT 40u

/* What kind of board answers. */
#define MJ_BOARD_TYPE_SIMULATED 1u
#define MJ_BOARD_TYPE_MEGA2560  2u

/* Bits of `identity.capabilities`; a missing bit means that the board cannot do it. */
#define MJ_CAPABILITY_WATCHDOG      (1u << 0) /* outputs drop when nobody keeps the board alive */
#define MJ_CAPABILITY_TILE_READER   (1u << 1) /* a reader at each lane's eye */
#define MJ_CAPABILITY_EYE_LEVELS    (1u << 2) /* the eyes block is measured */
#define MJ_CAPABILITY_DICE_READER   (1u << 3) /* dice_settled carries faces */
#define MJ_CAPABILITY_MOTOR_CURRENT (1u << 4) /* stalls end motions */
#define MJ_CAPABILITY_DISPLAY       (1u << 5) /* digits and buzzer */
#define MJ_CAPABILITY_STEPS         (1u << 6) /* step motors; their verb and counts come with a later minor version */
#define MJ_CAPABILITY_DEALS         (1u << 7) /* four hand trays; since 1.1 */

/* What the board is doing. */
#define MJ_STATE_BOOT     0u
#define MJ_STATE_IDLE     1u
#define MJ_STATE_ARMED    2u
#define MJ_STATE_STOPPING 3u
#define MJ_STATE_FAULT    4u

/* Bits of `status.faults_latched` and `status.faults_live`. */
#define MJ_FAULT_WATCHDOG     (1u << 0) /* nobody kept the armed board alive */
#define MJ_FAULT_ESTOP        (1u << 1) /* the red button is pressed */
#define MJ_FAULT_HATCH        (1u << 2) /* the service door is open */
#define MJ_FAULT_TOP          (1u << 3) /* the table top is open */
#define MJ_FAULT_RESTART      (1u << 4) /* the board has started; latched at every start */
#define MJ_FAULT_HUNG         (1u << 5) /* the start was forced by the hardware watchdog */
#define MJ_FAULT_BROWN_OUT    (1u << 6) /* the start was forced by low supply */
#define MJ_FAULT_OVER_CURRENT (1u << 7) /* a motor drew more than its limit */
#define MJ_FAULT_PARAMETERS   (1u << 8) /* stored parameters were damaged: defaults are in force */

/* Bits of `cycle.flags`, done in the order stop, clear, arm. */
#define MJ_CYCLE_FLAG_ARM   (1u << 0) /* motions are allowed; 0 disarms, which also stops */
#define MJ_CYCLE_FLAG_STOP  (1u << 1) /* switch every motor off now and end all motions; the board stays armed */
#define MJ_CYCLE_FLAG_CLEAR (1u << 2) /* forget latched faults; one that is still live refuses motions by itself */

/* Bits of `cycle.outputs`: on while the bit is 1, off when the link is lost. */
#define MJ_LEVEL_OUTPUT_READY_LAMP (1u << 0)
#define MJ_LEVEL_OUTPUT_DEALER_0   (1u << 1)
#define MJ_LEVEL_OUTPUT_DEALER_1   (1u << 2)
#define MJ_LEVEL_OUTPUT_DEALER_2   (1u << 3)
#define MJ_LEVEL_OUTPUT_DEALER_3   (1u << 4)

/* What `mailbox` asks for. */
#define MJ_VERB_STOP            1u /* switch one actuator off; on a lane that stacks, end the stacking */
#define MJ_VERB_FORWARD         2u /* turn until stop_on, an end stop, or the limit */
#define MJ_VERB_REVERSE         3u
#define MJ_VERB_SPIN_DICE       4u /* spin the cup for limit_ms */
#define MJ_VERB_STACK           5u /* run the lane of this stacker until `amount` stacks are made */
#define MJ_VERB_SINGLES_TO_ROW  6u /* run the lane of this stacker until `amount` single tiles are pushed into its row; since 1.1 */
#define MJ_VERB_SINGLES_TO_HAND 7u /* the same, on to the slide of its hand tray; since 1.1 */

/* High byte of `status.result`: what became of the newest mailbox command; low byte: Why. */
#define MJ_RESULT_NONE    0u
#define MJ_RESULT_TAKEN   1u
#define MJ_RESULT_REFUSED 2u

/* High byte of `events.kind_source`; the low byte is the source. */
#define MJ_EVENT_KIND_INPUT_CHANGED   1u /* source: input; value: its level */
#define MJ_EVENT_KIND_TILE_PASSED     2u /* source: lane; value: count since boot; detail: pulse before the eye, ms */
#define MJ_EVENT_KIND_STACK_MADE      3u /* source: lane; value: stacks or single tiles made within the command */
#define MJ_EVENT_KIND_MOTION_ENDED    4u /* source: actuator; value: the command's seq; detail: Outcome << 13 | Why << 8 | argument */
#define MJ_EVENT_KIND_DICE_SETTLED    5u /* value: first face << 8 | second face, 0 where no sensor reads them */
#define MJ_EVENT_KIND_OUTPUTS_DROPPED 6u /* source: Why */

/* How a motion ended; bits 15..13 of a motion_ended event's detail (hal.events.Outcome). */
#define MJ_OUTCOME_REACHED    0u
#define MJ_OUTCOME_STOPPED    1u
#define MJ_OUTCOME_TIME_LIMIT 2u
#define MJ_OUTCOME_STALLED    3u
#define MJ_OUTCOME_REFUSED    4u
#define MJ_OUTCOME_JAMMED     5u

/* Why something ended or was refused; bits 12..8 of a motion_ended event's detail. Bits 7..0 are
 * its argument, 0 where none is named here. */
#define MJ_WHY_NONE          0u
#define MJ_WHY_STOP          1u /* by a stop or by disarming */
#define MJ_WHY_REPLACED      2u /* by a newer command for the same actuator */
#define MJ_WHY_END_STOP      3u /* argument: the end stop's input */
#define MJ_WHY_INPUT_LATE    4u /* argument: the input that did not reach its level */
#define MJ_WHY_STACKS_LATE   5u /* argument: StackPhase << 5 | stacks made */
#define MJ_WHY_STALL         6u /* argument: the actuator whose motor drew stall current */
#define MJ_WHY_WATCHDOG      7u
#define MJ_WHY_ESTOP_PRESSED 8u
#define MJ_WHY_HATCH_OPEN    9u
#define MJ_WHY_TOP_OPEN      10u
#define MJ_WHY_NOT_ARMED     11u
#define MJ_WHY_LANE_STACKING 12u /* argument: the belt that the stacking of its lane uses */
#define MJ_WHY_LONGEST_RUN   13u /* the actuator's own longest run came before the command's limit */
#define MJ_WHY_UNSUPPORTED   14u /* this board cannot do that */
#define MJ_WHY_SUPPLY        15u /* the motors' supply is missing */
#define MJ_WHY_CAM_STUCK     16u /* argument: the stacker whose cam did not come home */

/* What a stacking lane waits for. */
#define MJ_STACK_PHASE_IDLE     0u
#define MJ_STACK_PHASE_HOMING   1u /* the cam to be at home */
#define MJ_STACK_PHASE_FIRST    2u /* a lower tile */
#define MJ_STACK_PHASE_DROPPING 3u /* the cam to stand one tile down */
#define MJ_STACK_PHASE_SECOND   4u /* an upper tile */
#define MJ_STACK_PHASE_PUSHING  5u /* the cam to be home again after a push */
#define MJ_STACK_PHASE_CLEARING 6u /* the belt to be empty */

/* Bits of `tiles.flags`. */
#define MJ_TILE_FLAG_NO_READ (1u << 0)
#define MJ_TILE_FLAG_BAD_CRC (1u << 1)

/* A sound that the board makes by itself (hal.board.BuzzerPattern). */
#define MJ_BUZZER_SILENT  0u
#define MJ_BUZZER_KEY     1u
#define MJ_BUZZER_READY   2u
#define MJ_BUZZER_WARNING 3u
#define MJ_BUZZER_FAULT   4u

/* Line speeds. */
#define MJ_BAUD_B115200 0u
#define MJ_BAUD_B250000 1u
#define MJ_BAUD_B500000 2u
#define MJ_BAUD_B9600   3u

/* Values of `parameters.keep`. */
#define MJ_KEEP_SAVE     0x5AFEu /* keep all parameters and limits over a power cut */
#define MJ_KEEP_DEFAULTS 0xDEFAu /* put the defaults in force; not kept until saved */

/* Bits of `limits.must_be_safe`. */
#define MJ_GUARD_ESTOP_RELEASED (1u << 0)
#define MJ_GUARD_HATCH_CLOSED   (1u << 1)
#define MJ_GUARD_TOP_CLOSED     (1u << 2)

/* Who answers. Never moves, in any version. */
#define MJ_IDENTITY_ADDRESS 0x0000u
#define MJ_IDENTITY_WORDS 16u
#define MJ_IDENTITY_MAGIC 0u /* 0x4D4A (`MJ`) */
#define MJ_IDENTITY_MAP_VERSION 1u /* major << 8 | minor of this map */
#define MJ_IDENTITY_FIRMWARE_VERSION 2u /* major << 8 | minor */
#define MJ_IDENTITY_BOARD_TYPE 3u /* which board */
#define MJ_IDENTITY_CAPABILITIES 4u /* what it can do */
#define MJ_IDENTITY_INPUTS_ACTUATORS 5u /* number of inputs << 8 | number of actuators */
#define MJ_IDENTITY_LANES_LEDS 6u /* number of lanes << 8 | number of level outputs */
#define MJ_IDENTITY_RINGS 7u /* entries of the event ring << 8 | entries of the tile ring */
#define MJ_IDENTITY_BUILD_HASH 8u /* first 32 bits of the build's hash */
#define MJ_IDENTITY_BOARD_ID 10u /* this one board's own number, given at flashing; 0 = none */
#define MJ_IDENTITY_RESERVED 12u /* 0 */

/* What is polled: all of it in one request. */
#define MJ_STATUS_ADDRESS 0x0010u
#define MJ_STATUS_WORDS 26u
#define MJ_STATUS_NONCE 0u /* nonce of the newest command block that was taken */
#define MJ_STATUS_BOOT_ID 1u /* another number after every start, never 0 */
#define MJ_STATUS_UPTIME_MS 2u /* the board's time, when this reply was made */
#define MJ_STATUS_STATE 4u /* what the board is doing */
#define MJ_STATUS_FAULTS_LATCHED 5u /* faults since the last clear; any forbids arming */
#define MJ_STATUS_FAULTS_LIVE 6u /* faults whose cause is there now */
#define MJ_STATUS_LAST_SEQ 7u /* seq of the newest mailbox command taken or refused; 0 after a start */
#define MJ_STATUS_RESULT 8u /* Result << 8 | Why of that command */
#define MJ_STATUS_INPUTS 9u /* mask of debounced inputs */
#define MJ_STATUS_DRIVEN 12u /* mask of actuators whose motor is driven now */
#define MJ_STATUS_LANE_COUNTS 14u /* tiles counted by each lane's eye since boot, wrapping */
#define MJ_STATUS_EVENT_HEAD 18u /* seq of the newest event; 0 after a start */
#define MJ_STATUS_WATCHDOG_LEFT 19u /* until all motors go off unless kept alive; 0 = disarmed */
#define MJ_STATUS_TILE_HEAD 20u /* seq of the newest tile reading; 0 after a start */
#define MJ_STATUS_BUSY 21u /* mask of actuators with a motion under way */
#define MJ_STATUS_WORST_CURRENT 23u /* of all motors, since the last reading; 0 = not measured */
#define MJ_STATUS_CRC_ERRORS 24u /* frames with a bad CRC since boot, wrapping */
#define MJ_STATUS_PARAMETERS_CRC 25u /* CRC-16/MODBUS over the words of limits and parameters, nonce and keep left out */

/* What happened, newest over oldest: the event with number `seq` stands in entry seq mod 32.
 * Reading takes nothing away; the host keeps its own tail and asks for the entries between it
 * and `status.event_head`. An entry whose seq is not the one asked for belongs to another
 * request or was overwritten. An entry that is not yet written reads 0. */
#define MJ_EVENTS_ADDRESS 0x0040u
#define MJ_EVENTS_WORDS 192u
#define MJ_EVENTS_HEAD 0u
#define MJ_EVENTS_ENTRIES 32u
#define MJ_EVENTS_ENTRY_WORDS 6u
#define MJ_EVENTS_SEQ 0u /* number of the event, wrapping, first is 1 */
#define MJ_EVENTS_MS 1u /* the board's time at which it happened */
#define MJ_EVENTS_KIND_SOURCE 3u /* EventKind << 8 | source */
#define MJ_EVENTS_VALUE 4u /* see EventKind */
#define MJ_EVENTS_DETAIL 5u /* see EventKind; motion_ended: Outcome << 13 | Why << 8 | argument */

/* Tile readings, as the event ring: number `seq` stands in entry seq mod 16. */
#define MJ_TILES_ADDRESS 0x0100u
#define MJ_TILES_WORDS 112u
#define MJ_TILES_HEAD 0u
#define MJ_TILES_ENTRIES 16u
#define MJ_TILES_ENTRY_WORDS 7u
#define MJ_TILES_SEQ 0u /* number of the reading, wrapping, first is 1 */
#define MJ_TILES_MS_LOW 1u /* low word of the board's time */
#define MJ_TILES_READING 2u /* agreeing reads << 8 | lane << 4 | TileFlag */
#define MJ_TILES_TILE_ID 3u /* the tag's 64 bits (hal.tile_id); 0 when not read */

/* Health of the four lane eyes, where the board can measure it; 0xFFFF = not measured. Levels
 * are 0..1000: 0 is darkness, 1000 the end of the measuring range. */
#define MJ_EYES_ADDRESS 0x0180u
#define MJ_EYES_WORDS 17u
#define MJ_EYES_NONCE 0u /* as status.nonce */
#define MJ_EYES_IDLE 1u /* slow mean while the eye sees nothing */
#define MJ_EYES_NOW 5u /* level of this moment */
#define MJ_EYES_NOISE 9u /* highest less lowest level while idle, last 10 s */
#define MJ_EYES_EDGES 13u /* raw edges since boot, wrapping; debounced ones included */

/* The cycle command: absolute states, repeated freely. The watchdog is put off by a heartbeat
 * that differs from the last one taken, and by nothing else. */
#define MJ_CYCLE_ADDRESS 0x0200u
#define MJ_CYCLE_WORDS 6u
#define MJ_CYCLE_NONCE 0u /* newer than status.nonce */
#define MJ_CYCLE_GUARD 1u /* see Commands */
#define MJ_CYCLE_FLAGS 2u /* arm, stop, clear */
#define MJ_CYCLE_OUTPUTS 3u /* mask of level outputs */
#define MJ_CYCLE_HEARTBEAT 5u /* changed by the host whenever it means to keep the board alive */

/* One motion command. A seq that is not newer than status.last_seq is acknowledged and not done
 * (after a start every seq but 0 is newer). Every command that is taken or refused ends with
 * exactly one motion_ended event. */
#define MJ_MAILBOX_ADDRESS 0x0210u
#define MJ_MAILBOX_WORDS 11u
#define MJ_MAILBOX_NONCE 0u /* newer than status.nonce */
#define MJ_MAILBOX_GUARD 1u /* see Commands */
#define MJ_MAILBOX_SEQ 2u /* number of the command */
#define MJ_MAILBOX_ACTUATOR 3u /* which motor; for stack and singles the lane's stacker */
#define MJ_MAILBOX_VERB 4u /* what to do */
#define MJ_MAILBOX_SPEED 5u /* 1..1000; boards without speed control use 1000 */
#define MJ_MAILBOX_AMOUNT 6u /* stacks for stack, tiles for singles, else 0 */
#define MJ_MAILBOX_STOP_ON 8u /* level << 8 | input; 0x00FF = no input */
#define MJ_MAILBOX_LIMIT_MS 9u /* time limit, 1..120000; 0 only with stop */

/* Per actuator, in the order of their numbers; the block's first word is the nonce echo. Written
 * with FC 06 or 16 while disarmed. Deal motors have none that can be set. */
#define MJ_LIMITS_ADDRESS 0x0240u
#define MJ_LIMITS_WORDS 81u
#define MJ_LIMITS_HEAD 1u
#define MJ_LIMITS_ENTRIES 20u
#define MJ_LIMITS_ENTRY_WORDS 4u
#define MJ_LIMITS_LONGEST_RUN 0u /* longest time that one command may keep it on */
#define MJ_LIMITS_CURRENT 1u /* stall current; 0 = not watched */
#define MJ_LIMITS_END_STOPS 2u /* input that ends forward << 8 | input that ends reverse; 0xFF = none */
#define MJ_LIMITS_MUST_BE_SAFE 3u /* inputs without which it may not move */
#define MJ_LIMITS_LONGEST_RUN_MIN 1u
#define MJ_LIMITS_LONGEST_RUN_MAX 1200u
#define MJ_LIMITS_CURRENT_MIN 0u
#define MJ_LIMITS_CURRENT_MAX 20000u

/* The board's settings: in force at once, unless a line says otherwise. They outlast a power cut
 * when `keep` was told to save them. Written with FC 06 or 16 while disarmed. */
#define MJ_PARAMETERS_ADDRESS 0x0300u
#define MJ_PARAMETERS_WORDS 17u
#define MJ_PARAMETERS_NONCE 0u /* as status.nonce */
#define MJ_PARAMETERS_KEEP 1u /* write a Keep value; reads 0 */
#define MJ_PARAMETERS_WATCHDOG 2u /* longest time an armed board runs without being kept alive */
#define MJ_PARAMETERS_FRAME_SILENCE 3u /* silence that ends a broken frame: 20 on USB, 5 on RS-485 */
#define MJ_PARAMETERS_REPLY_DELAY 4u /* before a reply: 0 on USB, 2 on RS-485 */
#define MJ_PARAMETERS_BAUD 5u /* line speed after the next start */
#define MJ_PARAMETERS_UNIT_ID 6u /* unit number after the next start */
#define MJ_PARAMETERS_DEBOUNCE 7u /* an input must hold its level so long */
#define MJ_PARAMETERS_EYE_DEBOUNCE 8u /* the same for the lane eyes */
#define MJ_PARAMETERS_CURRENT_SCALE 9u /* of the current sensors, per step of the converter */
#define MJ_PARAMETERS_STALL_TIME 10u /* current above the limit for so long is a stall */
#define MJ_PARAMETERS_TURN_ROUND 11u /* pause before a motor turns the other way */
#define MJ_PARAMETERS_CAM_DROP 12u /* cam from home to one tile's thickness, where no sensor tells */
#define MJ_PARAMETERS_BELT_CLEAR 13u /* the belt runs back so long after the last stack */
#define MJ_PARAMETERS_INVERT 14u /* mask of inputs whose electrical level is inverted */
#define MJ_PARAMETERS_WATCHDOG_MIN 100u
#define MJ_PARAMETERS_WATCHDOG_MAX 2000u
#define MJ_PARAMETERS_WATCHDOG_DEFAULT 500u
#define MJ_PARAMETERS_FRAME_SILENCE_MIN 2u
#define MJ_PARAMETERS_FRAME_SILENCE_MAX 100u
#define MJ_PARAMETERS_FRAME_SILENCE_DEFAULT 20u
#define MJ_PARAMETERS_REPLY_DELAY_MIN 0u
#define MJ_PARAMETERS_REPLY_DELAY_MAX 20u
#define MJ_PARAMETERS_REPLY_DELAY_DEFAULT 0u
#define MJ_PARAMETERS_BAUD_MIN 0u
#define MJ_PARAMETERS_BAUD_MAX 3u
#define MJ_PARAMETERS_BAUD_DEFAULT 0u
#define MJ_PARAMETERS_UNIT_ID_MIN 1u
#define MJ_PARAMETERS_UNIT_ID_MAX 247u
#define MJ_PARAMETERS_UNIT_ID_DEFAULT 1u
#define MJ_PARAMETERS_DEBOUNCE_MIN 1u
#define MJ_PARAMETERS_DEBOUNCE_MAX 50u
#define MJ_PARAMETERS_DEBOUNCE_DEFAULT 5u
#define MJ_PARAMETERS_EYE_DEBOUNCE_MIN 1u
#define MJ_PARAMETERS_EYE_DEBOUNCE_MAX 50u
#define MJ_PARAMETERS_EYE_DEBOUNCE_DEFAULT 2u
#define MJ_PARAMETERS_CURRENT_SCALE_MIN 1u
#define MJ_PARAMETERS_CURRENT_SCALE_MAX 1000u
#define MJ_PARAMETERS_CURRENT_SCALE_DEFAULT 20u
#define MJ_PARAMETERS_STALL_TIME_MIN 20u
#define MJ_PARAMETERS_STALL_TIME_MAX 2000u
#define MJ_PARAMETERS_STALL_TIME_DEFAULT 300u
#define MJ_PARAMETERS_TURN_ROUND_MIN 0u
#define MJ_PARAMETERS_TURN_ROUND_MAX 500u
#define MJ_PARAMETERS_TURN_ROUND_DEFAULT 60u
#define MJ_PARAMETERS_CAM_DROP_MIN 10u
#define MJ_PARAMETERS_CAM_DROP_MAX 2000u
#define MJ_PARAMETERS_CAM_DROP_DEFAULT 120u
#define MJ_PARAMETERS_BELT_CLEAR_MIN 100u
#define MJ_PARAMETERS_BELT_CLEAR_MAX 10000u
#define MJ_PARAMETERS_BELT_CLEAR_DEFAULT 1500u
#define MJ_PARAMETERS_INVERT_DEFAULT 0u

/* Digits and buzzer, as a whole. */
#define MJ_DISPLAY_ADDRESS 0x0400u
#define MJ_DISPLAY_WORDS 7u
#define MJ_DISPLAY_NONCE 0u /* newer than status.nonce */
#define MJ_DISPLAY_GUARD 1u /* see Commands */
#define MJ_DISPLAY_TEXT 2u /* 8 ASCII characters, first in the high byte, 0 = end */
#define MJ_DISPLAY_BUZZER 6u /* sound */

/* Per actuator: the words of its entry in the limits block, as delivered. */
#define MJ_LIMITS_AS_DELIVERED { \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {300u, 4000u, 0x1C1Du, 7u}, \
    {100u, 1000u, 0xFFFFu, 7u}, \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {1200u, 3000u, 0xFFFFu, 7u}, \
    {300u, 3000u, 0x100Cu, 7u}, \
    {300u, 3000u, 0x110Du, 7u}, \
    {300u, 3000u, 0x120Eu, 7u}, \
    {300u, 3000u, 0x130Fu, 7u}, \
    {300u, 4000u, 0x1418u, 7u}, \
    {300u, 4000u, 0x1519u, 7u}, \
    {300u, 4000u, 0x161Au, 7u}, \
    {300u, 4000u, 0x171Bu, 7u} \
}

#endif
