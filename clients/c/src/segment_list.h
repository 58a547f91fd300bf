/* The segments of a journal by their names: SESSION-FIRSTSEQUENCE.segment, 16 hex digits and 19 digits. */
#ifndef VERBUS_SEGMENT_LIST_H
#define VERBUS_SEGMENT_LIST_H

#include "verbus.h"

struct segment_name {
    uint64_t session;
    uint64_t first;
};

struct segment_list {
    struct segment_name *names; /* ordered by session and sequence */
    size_t count;
};

/* Lists the segments of a session, or of all sessions for 0. The caller frees the list. */
int segment_list_read(const char *directory, uint64_t session, struct segment_list *list, struct verbus_error *error);

void segment_list_free(struct segment_list *list);

/* The path of a segment; false if it does not fit. */
bool segment_list_path(const char *directory, struct segment_name name, char *path, size_t size);

/* Whether the directory has a segment, also one that a recorder has set aside as damaged. */
bool segment_list_has(const char *directory, struct segment_name name);

#endif
