#include "log.h"

#include "crc32c.h"
#include "error.h"
#include "text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    VERSION_AT = 8,
    FLAGS_AT = 12,
    CAPACITY_AT = 16,
    SESSION_AT = 24,
    PROCESS_AT = 32,
    PID_AT = 40,
    STARTED_AT = 48,
    UTC_OFFSET_AT = 56,
    STREAM_AT = 64,
    BUILD_AT = 192,
    PUBLISHER_AT = 320,
    CHECKSUM_AT = 448,
    TIMESTAMPS_FLAG = 1,
    RING_STARTS = 64,
    CACHE_LINE = 64,
};

static const char magic[8] = "VERBUSLG";

static size_t ring_offset(uint64_t session)
{
    return LOG_HEADER_LENGTH + CACHE_LINE * (size_t)(session % RING_STARTS);
}

static int decode(const char *path, struct verbus_log *log, struct verbus_error *error)
{
    const uint8_t *header = log->map.memory;
    if (log->map.length < LOG_HEADER_LENGTH || memcmp(header, magic, sizeof magic) != 0)
        return verbus_fail(error, VERBUS_DAMAGED, "%s is not a Verbus log: move it out of the bus directory", path);
    bool whole = verbus_get32(header, CHECKSUM_AT) == verbus_crc32c(0, header, CHECKSUM_AT);
    verbus_text_get(header, BUILD_AT, log->session.build);
    uint32_t version = verbus_get32(header, VERSION_AT);
    if (version != LOG_VERSION) {
        char origin[TEXT_SIZE + 40] = "";
        if (whole)
            (void)snprintf(origin, sizeof origin, ", written by Verbus %s", log->session.build);
        return verbus_fail_layout(error, path, "log", version, LOG_VERSION, origin);
    }
    uint64_t capacity = verbus_get64(header, CAPACITY_AT);
    log->session.id = verbus_get64(header, SESSION_AT);
    if (!whole || capacity < LOG_MIN_CAPACITY || capacity > LOG_MAX_CAPACITY || (capacity & (capacity - 1)) != 0
        || log->session.id == 0)
        return verbus_fail(error, VERBUS_DAMAGED, "the header of %s is corrupt: remove the file", path);
    if (log->map.length < capacity + LOG_AROUND)
        return verbus_fail(error, VERBUS_DAMAGED, "%s has %zu bytes, expected %zu: it was truncated, remove the file",
                           path, log->map.length, (size_t)capacity + LOG_AROUND);
    log->capacity = (uint32_t)capacity;
    log->timestamps = (verbus_get32(header, FLAGS_AT) & TIMESTAMPS_FLAG) != 0;
    log->hops = header[FLAGS_AT + 1];
    log->process = verbus_get64(header, PROCESS_AT);
    log->session.pid = verbus_get64(header, PID_AT);
    log->session.started_utc_ns = (int64_t)verbus_get64(header, STARTED_AT);
    log->utc_offset_ns = (int64_t)verbus_get64(header, UTC_OFFSET_AT);
    verbus_text_get(header, STREAM_AT, log->session.stream);
    verbus_text_get(header, PUBLISHER_AT, log->session.publisher);
    log->ring = log->map.memory + ring_offset(log->session.id);
    return VERBUS_OK;
}

static void encode(const struct verbus_log *log, uint8_t *header)
{
    memcpy(header, magic, sizeof magic);
    verbus_put32(header, VERSION_AT, LOG_VERSION);
    verbus_put32(header, FLAGS_AT, log->timestamps ? TIMESTAMPS_FLAG : 0);
    verbus_put64(header, CAPACITY_AT, log->capacity);
    verbus_put64(header, SESSION_AT, log->session.id);
    verbus_put64(header, PROCESS_AT, log->process);
    verbus_put64(header, PID_AT, log->session.pid);
    verbus_put64(header, STARTED_AT, (uint64_t)log->session.started_utc_ns);
    verbus_put64(header, UTC_OFFSET_AT, (uint64_t)log->utc_offset_ns);
    verbus_text_put(header, STREAM_AT, log->session.stream);
    verbus_text_put(header, BUILD_AT, log->session.build);
    verbus_text_put(header, PUBLISHER_AT, log->session.publisher);
    verbus_put32(header, CHECKSUM_AT, verbus_crc32c(0, header, CHECKSUM_AT));
}

int log_attach(const char *path, struct verbus_log *log, struct verbus_error *error)
{
    *log = (struct verbus_log){.map = {.memory = NULL}};
    int status = verbus_file_map(path, false, &log->map, error);
    if (status == VERBUS_OK && (status = decode(path, log, error)) != VERBUS_OK)
        log_close(log);
    return status;
}

int log_create(const char *hidden, const char *path, struct verbus_log *log, struct verbus_error *error)
{
    int status = verbus_file_create(hidden, path, (size_t)log->capacity + LOG_AROUND, &log->map, error);
    if (status != VERBUS_OK)
        return status;
    encode(log, log->map.memory);
    chunks_clear(log->map.memory);
    log->ring = log->map.memory + ring_offset(log->session.id);
    status = verbus_file_name(hidden, path, error);
    if (status != VERBUS_OK) {
        (void)unlink(hidden);
        log_close(log);
    }
    return status;
}

int log_peek(const char *path, struct verbus_log *log, uint64_t *heartbeat, struct verbus_error *error)
{
    int status = log_attach(path, log, error);
    if (status == VERBUS_OK) {
        *heartbeat = verbus_load_acquire(log->map.memory, LOG_HEARTBEAT);
        log_close(log);
    }
    return status;
}

void log_close(struct verbus_log *log)
{
    verbus_file_unmap(&log->map);
}
