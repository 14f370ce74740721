/* An MFRC522 with at most one tag before its antenna, as its driver sees it. */
#ifndef MJ_RC522_MODEL_H
#define MJ_RC522_MODEL_H

#include <stdbool.h>
#include <stdint.h>

struct rc522 {
    bool fitted, has_tag, damaged;
    uint8_t id[8];       /* what stands in the tag's pages 4 and 5 */
    uint8_t tag_state;   /* how far the tag is selected */
    uint8_t registers[64];
    uint8_t fifo[64], fifo_length;
    uint8_t reply[18], reply_length;
    uint8_t address;     /* of the access under way */
    bool addressed, replying;
    uint64_t due_us;     /* when the answer, or the lack of one, shows */
};

/* Begin or end an access, and exchange a byte of it, at a time. */
void rc522_select(struct rc522 *chip);
uint8_t rc522_exchange(struct rc522 *chip, uint8_t byte, uint64_t now_us);

/* Lay a tag before the antenna (NULL takes it away); a damaged one answers with a bad CRC. */
void rc522_put_tag(struct rc522 *chip, const uint8_t *id, bool damaged);

#endif
