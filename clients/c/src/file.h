/* Files of the bus and of journals: regular ones only, mapped. */
#ifndef VERBUS_FILE_H
#define VERBUS_FILE_H

#include "verbus.h"

struct verbus_map {
    uint8_t *memory; /* null if nothing is mapped */
    size_t length;
    uint64_t inode; /* of a file that was mapped by its name */
};

/* Opens a regular file without following links or waiting for a FIFO; returns the descriptor or a status. */
int verbus_file_open(const char *path, bool writable, struct verbus_error *error);

/* Maps an existing file of at least one byte, to read or also to write. */
int verbus_file_map(const char *path, bool writable, struct verbus_map *map, struct verbus_error *error);

/*
 * Creates a file of a length under `hidden`, allocated in full, so that no store into it can fail, and maps it. The
 * caller completes it and gives it its name by verbus_file_name(). VERBUS_TEMPORARY: the directory does not exist.
 */
int verbus_file_create(const char *hidden, const char *path, size_t length, struct verbus_map *map,
                       struct verbus_error *error);

/* Gives a complete file its name. */
int verbus_file_name(const char *hidden, const char *path, struct verbus_error *error);

/* Unmaps; an empty map is ignored. */
void verbus_file_unmap(struct verbus_map *map);

#endif
