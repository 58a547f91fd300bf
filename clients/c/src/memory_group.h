/* The memory cgroup of this process (version 2): it kills a process that uses more than its limit. */
#ifndef VERBUS_MEMORY_GROUP_H
#define VERBUS_MEMORY_GROUP_H

#include "verbus.h"

/* Refuses a file in memory of 1 MiB or more that does not fit into the tightest group of this process. */
int memory_group_check(const char *path, size_t length, struct verbus_error *error);

#endif
