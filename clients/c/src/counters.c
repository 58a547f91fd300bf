#include "counters.h"

#include "error.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    VERSION = 3,
    COUNTERS_AT = 12,
    PID_AT = 16,
    VALUES_AT = 69632,
    VALUE_LENGTH = 128,
    METADATA_LENGTH = 512,
    STATE_AT = 0, /* of the metadata: 0 unused, 1 allocated, -1 released */
    TYPE_AT = 4,
    REUSE_AT = 8,
    KEY_AT = 16,
    LABEL_LENGTH_AT = 128,
    LABEL_AT = 132,
    MAX_LABEL = 380,
    KEY_SESSION = 0,
    KEY_SUBSCRIPTION = 8,
    KEY_PID = 16,
    KEY_POLICY = 24,
    KEY_STREAM = 32,
    KEY_NAME = 40,
    KEY_LENGTH = 64,
    MAX_PART = 124,
};

static const char magic[8] = "VERBUSCN";

int counters_open(const struct directory *directory, uint32_t capacity, struct counters *counters,
                  struct verbus_error *error)
{
    char path[PATH_SIZE];
    char hidden[PATH_SIZE];
    directory_process_path(directory, directory->process, ".counters", path);
    directory_hidden_path(directory, path, hidden);
    size_t length = VALUES_AT + (size_t)capacity * (VALUE_LENGTH + METADATA_LENGTH);
    int status = verbus_file_create(hidden, path, length, &counters->map, error);
    if (status != VERBUS_OK)
        return status;
    uint8_t *file = counters->map.memory;
    memcpy(file, magic, sizeof magic);
    verbus_put32(file, 8, VERSION);
    verbus_put32(file, COUNTERS_AT, capacity);
    verbus_put64(file, PID_AT, (uint64_t)getpid());
    counters->capacity = capacity;
    status = verbus_file_name(hidden, path, error);
    if (status != VERBUS_OK) {
        (void)unlink(hidden);
        verbus_file_unmap(&counters->map);
    }
    return status;
}

void counters_close(const struct directory *directory, struct counters *counters)
{
    if (counters->map.memory != NULL) {
        char path[PATH_SIZE];
        directory_process_path(directory, directory->process, ".counters", path);
        (void)unlink(path);
        verbus_file_unmap(&counters->map);
    }
}

static const char *label_of(enum counter_kind kind)
{
    switch (kind) {
    case COUNTER_PUBLICATION_POSITION:
        return "publication position";
    case COUNTER_PUBLICATION_MESSAGES:
        return "publication messages";
    case COUNTER_BACK_PRESSURE:
        return "claims back-pressured";
    case COUNTER_SUBSCRIBERS:
        return "subscribers";
    case COUNTER_GAPS:
        return "gaps";
    case COUNTER_MESSAGES_MISSED:
        return "messages missed";
    case COUNTER_COPIES_DISCARDED:
        return "copies discarded";
    case COUNTER_CONDUCTOR_MAX_CYCLE_NS:
        return "conductor longest cycle (ns)";
    case COUNTER_ERRORS:
        return "errors";
    case COUNTER_BACK_PRESSURED_CLAIMS:
        return "claims back-pressured by";
    case COUNTER_BACK_PRESSURE_NS:
        return "back-pressure time (ns) by";
    case COUNTER_MESSAGES_FILLED:
        return "messages filled";
    case COUNTER_HANDLER_FAILURES:
        return "handler failures";
    case COUNTER_CONDUCTOR_HEARTBEAT_NS:
        return "conductor heartbeat (ns)";
    }
    return "";
}

static _Atomic int32_t *state_of(struct counters *counters, uint32_t index)
{
    size_t at = VALUES_AT + (size_t)counters->capacity * VALUE_LENGTH + (size_t)index * METADATA_LENGTH;
    return (_Atomic int32_t *)(void *)(counters->map.memory + at + STATE_AT);
}

static size_t append(char *label, size_t length, const char *text)
{
    size_t more = strnlen(text, MAX_PART);
    memcpy(label + length, text, more);
    return length + more;
}

/* Appends a part that the key names. */
static size_t append_part(char *label, size_t length, const char *text, uint8_t *key, size_t at)
{
    size_t after = append(label, length, text);
    verbus_put32(key, at, (uint32_t)length);
    verbus_put32(key, at + 4, (uint32_t)(after - length));
    return after;
}

/* Text of at most MAX_LABEL bytes: the longest kind, two parts and the words between them are shorter. */
static void describe(uint8_t *metadata, enum counter_kind kind, const struct counter_key *key)
{
    char *label = (char *)metadata + LABEL_AT;
    uint8_t *of = metadata + KEY_AT;
    memset(of, 0, KEY_LENGTH);
    verbus_put64(of, KEY_SESSION, key->session);
    verbus_put64(of, KEY_SUBSCRIPTION, key->subscription);
    verbus_put64(of, KEY_PID, key->pid);
    verbus_put32(of, KEY_POLICY, (uint32_t)key->policy);
    size_t length = append(label, 0, label_of(kind));
    if (key->stream[0] != 0) {
        bool is_publication = key->subscription == 0;
        length = append(label, length, ": ");
        length = is_publication ? append_part(label, length, key->stream, of, KEY_STREAM)
                                : append_part(label, length, key->name, of, KEY_NAME);
        length = append(label, length, is_publication ? " by " : " on ");
        length = is_publication ? append_part(label, length, key->name, of, KEY_NAME)
                                : append_part(label, length, key->stream, of, KEY_STREAM);
    }
    _Static_assert(2 * MAX_PART + 40 <= MAX_LABEL, "a label fits");
    verbus_put32(metadata, LABEL_LENGTH_AT, (uint32_t)length);
}

int counters_add(struct counters *counters, enum counter_kind kind, const struct counter_key *key,
                 struct counter *counter, struct verbus_error *error)
{
    for (uint32_t index = 0; index < counters->capacity; index++) {
        _Atomic int32_t *state = state_of(counters, index);
        if (atomic_load_explicit(state, memory_order_relaxed) == 1)
            continue;
        uint8_t *metadata = (uint8_t *)(void *)state;
        uint8_t *value = counters->map.memory + VALUES_AT + (size_t)index * VALUE_LENGTH;
        verbus_store_relaxed(value, 0, 0);
        verbus_put32(metadata, TYPE_AT, (uint32_t)kind);
        verbus_put64(metadata, REUSE_AT, INT64_MAX);
        describe(metadata, kind, key);
        atomic_store_explicit(state, 1, memory_order_release);
        counter->value = verbus_word_to(value, 0);
        return VERBUS_OK;
    }
    return verbus_fail(error, VERBUS_NO_ROOM,
                       "no room for another counter: this process has %u; raise the counters of the bus settings",
                       (unsigned)counters->capacity);
}

void counters_remove(struct counters *counters, struct counter *counter)
{
    if (counter->value != NULL) {
        size_t at = (size_t)((uint8_t *)(void *)counter->value - counters->map.memory) - VALUES_AT;
        atomic_store_explicit(state_of(counters, (uint32_t)(at / VALUE_LENGTH)), -1, memory_order_release);
        counter->value = NULL;
    }
}
