#include "assembly.h"

#include "frame.h"
#include "words.h"

#include <sys/mman.h>

bool assembly_open(struct assembly *assembly, uint32_t capacity)
{
    size_t length = capacity / FRAME_MAX_MESSAGE_SHARE;
    if (length > FRAME_MAX_MESSAGE)
        length = FRAME_MAX_MESSAGE;
    void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    *assembly = (struct assembly){.memory = memory, .max_length = length};
    return true;
}

void assembly_close(struct assembly *assembly)
{
    if (assembly->memory != NULL)
        (void)munmap(assembly->memory, assembly->max_length);
    assembly->memory = NULL;
}

bool assembly_begin(struct assembly *assembly, uint64_t sequence, const uint8_t *payload, size_t length)
{
    if (length < FRAME_LENGTH_PREFIX)
        return false;
    uint64_t whole = verbus_get64(payload, 0);
    if (whole <= length - FRAME_LENGTH_PREFIX || whole > assembly->max_length)
        return false;
    assembly->state = ASSEMBLY_GROWING;
    assembly->message_length = (size_t)whole;
    assembly->length = 0;
    assembly->first = sequence;
    assembly->frames = 0;
    return assembly_append(assembly, payload + FRAME_LENGTH_PREFIX, length - FRAME_LENGTH_PREFIX, false);
}

bool assembly_append(struct assembly *assembly, const uint8_t *payload, size_t length, bool is_last)
{
    size_t missing = assembly->message_length - assembly->length;
    if (length > missing || is_last != (length == missing))
        return false;
    memcpy(assembly->memory + assembly->length, payload, length);
    assembly->length += length;
    assembly->frames++;
    return true;
}
