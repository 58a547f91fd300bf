/* The bus directory: where its files are, which processes live, and which streams have changed. */
#ifndef VERBUS_DIRECTORY_H
#define VERBUS_DIRECTORY_H

#include "file.h"
#include "text.h"
#include "verbus.h"

enum { PATH_SIZE = 4096 };

struct directory {
    char root[PATH_SIZE - 512]; /* leaves room for the longest name below it */
    uint64_t process;           /* id of this process */
    int lock;                   /* descriptor of its lock file, held while it lives */
    struct verbus_map changes;  /* empty if the counts cannot be used */
};

/* Opens the directory of a path, or of the environment if it is null; creates it if it does not exist. */
int directory_open(const char *path, struct directory *directory, struct verbus_error *error);

/* Creates and locks the lock file of this process. */
int directory_enter(struct directory *directory, struct verbus_error *error);

/* Removes the lock file and releases it, in this order. */
void directory_leave(struct directory *directory);

/* Whether a process lives: false only if the kernel has released its lock. Three system calls. */
bool directory_is_alive(const struct directory *directory, uint64_t process);

/* Whether another program has removed the files of this process. */
bool directory_is_removed(const struct directory *directory);

/* The path of a file in .processes, for a suffix such as ".counters". */
void directory_process_path(const struct directory *directory, uint64_t process, const char *suffix,
                            char path[static PATH_SIZE]);

/* The path of a file with an id in a stream's directory. */
void directory_stream_path(const struct directory *directory, const char *stream, uint64_t id, const char *suffix,
                           char path[static PATH_SIZE]);

/* The name of an unfinished file: a dot, the id of this process, a dot, the final name. */
void directory_hidden_path(const struct directory *directory, const char *path, char hidden[static PATH_SIZE]);

/* Creates the directory of a stream, which exists as long as it has files. */
int directory_make_stream(const struct directory *directory, const char *stream, struct verbus_error *error);

/* Called after a file of a stream was added or removed: counts the change, and removes an empty directory. */
void directory_changed(const struct directory *directory, const char *stream, bool removed);

/* Creates a file of all processes once, from its first bytes; an existing one stays. */
int directory_create_common(const struct directory *directory, const char *path, size_t length, const char magic[8],
                            uint32_t version, uint32_t entries, struct verbus_error *error);

/* Calls a function for each file with a suffix in a stream's directory; its id is 0 if the name has none. */
typedef void (*directory_visitor)(void *context, uint64_t id, const char *path);
int directory_list(const char *path, const char *suffix, directory_visitor visitor, void *context,
                   struct verbus_error *error);

/* A random id, not 0. */
uint64_t directory_random_id(void);

/* Detects whether a stream's directory must be listed again. For one thread. */
struct watch {
    size_t count_offset; /* of the stream's count of changes */
    uint64_t count;
    int64_t asked_ns;    /* time of the last system call */
    int64_t modified_ns;
    int64_t settling_since_ns;
    bool begun;
    bool changed;
};

void watch_begin(struct watch *watch, const char *stream);

/* Whether files may have been added or removed since the last call that returned true; the time was read before. */
bool watch_has_changed(struct watch *watch, const struct directory *directory, const char *stream, int64_t now_ns);

#endif
