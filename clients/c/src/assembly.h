/* A message of several frames, until it is whole. Its memory is reserved when a session is joined. */
#ifndef VERBUS_ASSEMBLY_H
#define VERBUS_ASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum assembly_state { ASSEMBLY_NONE, ASSEMBLY_GROWING, ASSEMBLY_WHOLE };

struct assembly {
    uint8_t *memory;
    size_t max_length; /* of a message of the log */
    enum assembly_state state;
    size_t message_length;
    size_t length;     /* so far */
    uint64_t first;    /* sequence of its first frame */
    uint64_t frames;
    int64_t published_ns;
};

/* Reserves the memory for the messages of a log; false without room. Pages are taken when they are first used. */
bool assembly_open(struct assembly *assembly, uint32_t capacity);

void assembly_close(struct assembly *assembly);

/* Appends the payload of the first frame; false if its message length is invalid. */
bool assembly_begin(struct assembly *assembly, uint64_t sequence, const uint8_t *payload, size_t length);

/* Appends the payload of another frame; false if the frames do not add up to the message length. */
bool assembly_append(struct assembly *assembly, const uint8_t *payload, size_t length, bool is_last);

static inline void assembly_clear(struct assembly *assembly)
{
    assembly->state = ASSEMBLY_NONE;
}

#endif
