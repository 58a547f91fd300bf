#include "memory_group.h"

#include "error.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PATH_LENGTH = 4096, MIB = 1024 * 1024 };

static const char mount[] = "/sys/fs/cgroup";

/* The first number of a file; false if it has none, such as "max". */
static bool read_number(const char *group, const char *name, uint64_t *number)
{
    char path[PATH_LENGTH + 64];
    (void)snprintf(path, sizeof path, "%s/%s", group, name);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    bool found = fscanf(file, "%" SCNu64, number) == 1;
    fclose(file);
    return found;
}

/* Pages of files on disks: the kernel takes them back. */
static uint64_t reclaimable(const char *group)
{
    char path[PATH_LENGTH + 64];
    char name[64];
    uint64_t value;
    uint64_t sum = 0;
    (void)snprintf(path, sizeof path, "%s/memory.stat", group);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    while (fscanf(file, "%63s %" SCNu64, name, &value) == 2)
        if (strcmp(name, "inactive_file") == 0 || strcmp(name, "active_file") == 0)
            sum += value;
    fclose(file);
    return sum;
}

static int check(const char *group, const char *path, size_t length, struct verbus_error *error)
{
    uint64_t most;
    uint64_t used;
    if (!read_number(group, "memory.max", &most) || !read_number(group, "memory.current", &used))
        return VERBUS_OK;
    uint64_t returned = reclaimable(group);
    used = used > returned ? used - returned : 0;
    if (used <= most && most - used >= length)
        return VERBUS_OK;
    return verbus_fail(error, VERBUS_NO_ROOM,
                       "no room for %s, which needs %zu MiB: the memory cgroup %.200s uses %" PRIu64 " of %" PRIu64
                       " MiB; raise its limit, or choose a smaller file",
                       path, (length + MIB - 1) / MIB, group, used / MIB, most / MIB);
}

int memory_group_check(const char *path, size_t length, struct verbus_error *error)
{
    char line[PATH_LENGTH];
    char group[PATH_LENGTH + sizeof mount];
    FILE *file = length < MIB ? NULL : fopen("/proc/self/cgroup", "re");
    if (file == NULL)
        return VERBUS_OK;
    group[0] = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "0::/", 4) == 0)
            (void)snprintf(group, sizeof group, "%s%s", mount, line + 3);
    }
    fclose(file);
    int status = VERBUS_OK;
    while (status == VERBUS_OK && strlen(group) > strlen(mount)) {
        status = check(group, path, length, error);
        *strrchr(group, '/') = 0;
    }
    return status;
}
