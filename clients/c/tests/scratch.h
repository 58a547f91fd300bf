/* A directory of a test, and files in it. */
#ifndef VERBUS_TESTS_SCRATCH_H
#define VERBUS_TESTS_SCRATCH_H

#include "check.h"

#include <dirent.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Creates an empty directory from a pattern that ends in XXXXXX. */
static inline void scratch_create(char *directory)
{
    CLAIM(mkdtemp(directory) != NULL);
}

static inline void scratch_path(const char *directory, const char *name, char *path)
{
    CLAIM(snprintf(path, 512, "%s/%s", directory, name) < 512);
}

/* Removes a directory with all that it contains. */
static inline void scratch_remove(const char *directory)
{
    DIR *entries = opendir(directory);
    CLAIM(entries != NULL);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        char path[512];
        struct stat status;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        scratch_path(directory, entry->d_name, path);
        CLAIM(lstat(path, &status) == 0);
        if (S_ISDIR(status.st_mode))
            scratch_remove(path);
        else
            CLAIM(unlink(path) == 0);
    }
    closedir(entries);
    CLAIM(rmdir(directory) == 0);
}

static inline void scratch_write(const char *path, const uint8_t *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    CLAIM(file != NULL && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
}

/* Reads a file of at most `size` bytes; returns its length. */
static inline size_t scratch_read(const char *path, uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    CLAIM(file != NULL);
    size_t length = fread(bytes, 1, size, file);
    CLAIM(fclose(file) == 0);
    return length;
}

#endif
