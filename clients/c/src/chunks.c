/*
 * The chunk table. An entry is replaced only after the horizon has passed its position, so position and sequence belong
 * together if the horizon is not above the position that was loaded.
 */
#include "frame.h"
#include "log.h"

/* The position of an entry without a frame, and a bound below which no sum overflows. */
#define NO_FRAME UINT64_MAX
#define MAX_POSITION (UINT64_C(1) << 62)

/* A publisher may replace all entries between two reads once, but not this often. */
enum { MAX_ATTEMPTS = 1000 };

static size_t entry(uint32_t chunk)
{
    return LOG_CHUNK_TABLE + (size_t)chunk * LOG_CHUNK_ENTRY;
}

void chunks_clear(uint8_t *header)
{
    for (uint32_t chunk = 0; chunk < LOG_CHUNKS; chunk++)
        verbus_put64(header, entry(chunk), NO_FRAME);
    chunks_record(header, 0, (struct boundary){0, 0});
}

void chunks_record(uint8_t *header, uint32_t chunk, struct boundary boundary)
{
    verbus_store_relaxed(header, entry(chunk) + 8, boundary.sequence);
    verbus_store_release(header, entry(chunk), boundary.position);
}

static bool read_entry(const struct verbus_log *log, uint32_t chunk, struct boundary *found)
{
    uint64_t position = verbus_load_acquire(log->map.memory, entry(chunk));
    uint64_t sequence = verbus_load_relaxed(log->map.memory, entry(chunk) + 8);
    if (position > MAX_POSITION || sequence > MAX_POSITION || position % FRAME_ALIGNMENT != 0
        || position / (log->capacity / LOG_CHUNKS) % LOG_CHUNKS != chunk || log_has_passed(log, position))
        return false;
    *found = (struct boundary){position, sequence};
    return true;
}

bool chunks_newest(const struct verbus_log *log, struct boundary *found)
{
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        bool any = false;
        for (uint32_t chunk = 0; chunk < LOG_CHUNKS; chunk++) {
            struct boundary one;
            if (read_entry(log, chunk, &one) && (!any || one.position > found->position)) {
                *found = one;
                any = true;
            }
        }
        if (any)
            return true;
    }
    return false;
}

bool chunks_at_or_above(const struct verbus_log *log, uint64_t position, struct boundary *found)
{
    bool any = false;
    for (uint32_t chunk = 0; chunk < LOG_CHUNKS; chunk++) {
        struct boundary one;
        if (read_entry(log, chunk, &one) && one.position >= position && (!any || one.position < found->position)) {
            *found = one;
            any = true;
        }
    }
    return any || chunks_newest(log, found);
}

bool chunks_at_or_below(const struct verbus_log *log, uint64_t sequence, struct boundary *found)
{
    bool any = false;
    for (uint32_t chunk = 0; chunk < LOG_CHUNKS; chunk++) {
        struct boundary one;
        if (read_entry(log, chunk, &one) && one.sequence <= sequence && (!any || one.position > found->position)) {
            *found = one;
            any = true;
        }
    }
    return any || chunks_at_or_above(log, 0, found);
}
