/* The counts of changes of the streams' directories: a duty cycle that finds no change makes no system call. */
#include "changes.h"

#include "crc32c.h"
#include "error.h"
#include "words.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COUNTS_AT = 64, COUNTS = 504, LENGTH = 4096, VERSION = 1 };

/* Coarser than the file times of any kernel: a change this soon after a check may not change the time. */
static const int64_t grain_ns = 50000000;
/* Not every change is counted: another program may have removed a file. */
static const int64_t backstop_ns = 1000000000;

static const char magic[8] = "VERBUSCH";

static size_t offset_of(const char *stream)
{
    return COUNTS_AT + 8 * (size_t)(verbus_crc32c(0, stream, strlen(stream)) % COUNTS);
}

int changes_open(struct directory *directory, struct verbus_error *error)
{
    char path[PATH_SIZE];
    struct verbus_map map = {.memory = NULL};
    (void)snprintf(path, sizeof path, "%s/.changes", directory->root);
    int status = directory_create_common(directory, path, LENGTH, magic, VERSION, 0, error);
    if (status == VERBUS_OK)
        status = verbus_file_map(path, true, &map, error);
    if (status == VERBUS_OK && (map.length < LENGTH || memcmp(map.memory, magic, 8) != 0
                                || verbus_get32(map.memory, 8) != VERSION)) {
        verbus_file_unmap(&map);
        status = verbus_fail(error, VERBUS_DAMAGED,
                             "%s is not a file of counts of changes of this release, so each duty cycle looks at its"
                             " directory: remove it when no bus runs",
                             path);
    }
    directory->changes = map;
    return status;
}

void directory_changed(const struct directory *directory, const char *stream, bool removed)
{
    if (directory->changes.memory != NULL)
        atomic_fetch_add_explicit(verbus_word_to(directory->changes.memory, offset_of(stream)), 1,
                                  memory_order_release); /* SYNC change */
    if (removed) {
        char path[PATH_SIZE];
        (void)snprintf(path, sizeof path, "%s/%s", directory->root, stream);
        (void)rmdir(path); /* fails unless it is empty */
    }
}

void watch_begin(struct watch *watch, const char *stream)
{
    *watch = (struct watch){.count_offset = offset_of(stream)};
}

static bool is_modified(struct watch *watch, const char *path, int64_t now_ns)
{
    struct stat status;
    int64_t modified_ns = -1; /* the directory was removed with the last file, or by another program */
    if (stat(path, &status) == 0)
        modified_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
    if (!watch->begun || modified_ns != watch->modified_ns) {
        watch->begun = true;
        watch->modified_ns = modified_ns;
        watch->changed = true;
        return true;
    }
    if (watch->changed) { /* only now: the caller may have read its clock long before that check */
        watch->changed = false;
        watch->settling_since_ns = now_ns;
    }
    return now_ns - watch->settling_since_ns <= grain_ns;
}

bool watch_has_changed(struct watch *watch, const struct directory *directory, const char *stream, int64_t now_ns)
{
    bool is_shared = directory->changes.memory != NULL;
    /* before the directory is listed; SYNC change */
    uint64_t count = is_shared ? verbus_load_acquire(directory->changes.memory, watch->count_offset) : 0;
    bool is_counted = count != watch->count;
    if (watch->begun && !is_counted && is_shared && now_ns - watch->asked_ns < backstop_ns)
        return false;
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/%s", directory->root, stream);
    watch->count = count;
    watch->asked_ns = now_ns;
    return is_modified(watch, path, now_ns) || is_counted;
}
