/* A journal: the sessions of a directory. */
#include "error.h"
#include "segment.h"
#include "segment_list.h"
#include "journal.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *one, const void *other)
{
    const struct verbus_session *a = one;
    const struct verbus_session *b = other;
    if (a->started_utc_ns != b->started_utc_ns)
        return a->started_utc_ns < b->started_utc_ns ? -1 : 1;
    return (int64_t)a->id < (int64_t)b->id ? -1 : 1;
}

/* Describes the session whose segments begin at an index of the list; returns the index after them. */
static size_t describe(struct verbus_journal *journal, const struct segment_list *list, size_t index, int *failure,
                       struct verbus_error *error)
{
    uint64_t session = list->names[index].session;
    struct verbus_error reason = {0};
    bool described = false;
    for (; index < list->count && list->names[index].session == session; index++) {
        char path[4096];
        struct segment segment;
        struct verbus_error found = {0};
        if (described || !segment_list_path(journal->directory, list->names[index], path, sizeof path))
            continue;
        int status = segment_open(path, &segment, &found);
        if (status == VERBUS_OK) {
            journal->sessions[journal->count++] = segment.session;
            described = true;
            segment_close(&segment);
        } else if (status == VERBUS_PERMANENT) {
            *failure = status;
            if (error != NULL)
                *error = found;
        } else if (reason.status == 0) {
            reason = found;
        }
    }
    if (!described && reason.status != 0)
        memcpy(journal->unreadable[journal->unreadable_count++], reason.text, sizeof reason.text);
    return index;
}

int verbus_journal_open(const char *directory, verbus_journal **journal, struct verbus_error *error)
{
    struct segment_list list;
    int status = segment_list_read(directory, 0, &list, error);
    if (status != VERBUS_OK)
        return status;
    struct verbus_journal *opened = calloc(1, sizeof *opened);
    if (opened != NULL) {
        opened->directory = strdup(directory);
        opened->sessions = calloc(list.count + 1, sizeof *opened->sessions);
        opened->unreadable = calloc(list.count + 1, sizeof *opened->unreadable);
    }
    if (opened == NULL || opened->directory == NULL || opened->sessions == NULL || opened->unreadable == NULL)
        status = verbus_fail(error, VERBUS_NO_ROOM, "no memory for the journal in %s: free memory of the host",
                             directory);
    for (size_t index = 0; index < list.count && status == VERBUS_OK;)
        index = describe(opened, &list, index, &status, error);
    segment_list_free(&list);
    if (status != VERBUS_OK) {
        verbus_journal_close(opened);
        return status;
    }
    qsort(opened->sessions, opened->count, sizeof *opened->sessions, compare);
    *journal = opened;
    return VERBUS_OK;
}

void verbus_journal_close(verbus_journal *journal)
{
    if (journal != NULL) {
        free(journal->directory);
        free(journal->sessions);
        free(journal->unreadable);
        free(journal);
    }
}

size_t verbus_journal_session_count(const verbus_journal *journal)
{
    return journal->count;
}

const struct verbus_session *verbus_journal_session(const verbus_journal *journal, size_t index)
{
    return index < journal->count ? &journal->sessions[index] : NULL;
}

const char *verbus_journal_unreadable(const verbus_journal *journal, size_t index)
{
    return index < journal->unreadable_count ? journal->unreadable[index] : NULL;
}
