#include "positions.h"

#include "crc32c.h"
#include "error.h"

#include <string.h>
#include <unistd.h>

enum {
    VERSION = 4,
    POLICY_AT = 12,
    SUBSCRIPTION_AT = 16,
    PROCESS_AT = 24,
    PID_AT = 32,
    NAME_AT = 40,
    COUNT_AT = 168,
    CHECKSUM_AT = 172,
};

static const char magic[8] = "VERBUSPS";

static size_t length_of(uint32_t places)
{
    return POSITIONS_PLACES + (size_t)places * PLACE_LENGTH;
}

int positions_create(const char *hidden, const char *path, struct positions *positions, struct verbus_error *error)
{
    int status = verbus_file_create(hidden, path, length_of(positions->places), &positions->map, error);
    if (status != VERBUS_OK)
        return status;
    uint8_t *file = positions->map.memory;
    memcpy(file, magic, sizeof magic);
    verbus_put32(file, 8, VERSION);
    verbus_put32(file, POLICY_AT, (uint32_t)positions->policy);
    verbus_put64(file, SUBSCRIPTION_AT, positions->subscription);
    verbus_put64(file, PROCESS_AT, positions->process);
    verbus_put64(file, PID_AT, positions->pid);
    verbus_text_put(file, NAME_AT, positions->name);
    verbus_put32(file, COUNT_AT, positions->places);
    verbus_put32(file, CHECKSUM_AT, verbus_crc32c(0, file, CHECKSUM_AT));
    status = verbus_file_name(hidden, path, error);
    if (status != VERBUS_OK) {
        (void)unlink(hidden);
        positions_close(positions);
    }
    return status;
}

int positions_attach(const char *path, struct positions *positions, struct verbus_error *error)
{
    *positions = (struct positions){.places = 0};
    int status = verbus_file_map(path, false, &positions->map, error);
    if (status != VERBUS_OK)
        return status;
    const uint8_t *file = positions->map.memory;
    if (positions->map.length < POSITIONS_PLACES || memcmp(file, magic, sizeof magic) != 0) {
        status = verbus_fail(error, VERBUS_DAMAGED,
                             "%s is not the file of a Verbus subscription: move it out of the bus directory", path);
    } else if (verbus_get32(file, 8) != VERSION) {
        status = verbus_fail_layout(error, path, "positions", verbus_get32(file, 8), VERSION, "");
    } else {
        uint32_t policy = verbus_get32(file, POLICY_AT);
        positions->places = verbus_get32(file, COUNT_AT);
        if (verbus_get32(file, CHECKSUM_AT) != verbus_crc32c(0, file, CHECKSUM_AT) || policy > VERBUS_EVICT
            || positions->places < 1 || positions->places > MAX_PLACES
            || positions->map.length < length_of(positions->places))
            status = verbus_fail(error, VERBUS_DAMAGED, "the header of %s is corrupt: remove the file", path);
        positions->policy = (enum verbus_policy)policy;
        positions->subscription = verbus_get64(file, SUBSCRIPTION_AT);
        positions->process = verbus_get64(file, PROCESS_AT);
        positions->pid = verbus_get64(file, PID_AT);
        verbus_text_get(file, NAME_AT, positions->name);
    }
    if (status != VERBUS_OK)
        positions_close(positions);
    return status;
}

void positions_close(struct positions *positions)
{
    verbus_file_unmap(&positions->map);
}

uint8_t *positions_find(const struct positions *positions, uint64_t session)
{
    for (uint32_t i = 0; i < positions->places; i++) {
        uint8_t *place = positions->map.memory + POSITIONS_PLACES + (size_t)i * PLACE_LENGTH;
        if (verbus_load_acquire(place, PLACE_SESSION) == session)
            return place;
    }
    return NULL;
}
