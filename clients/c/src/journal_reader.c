/* Reads the records of a session, from segment to segment. What cannot be read is a record of its own. */
#include "error.h"
#include "journal.h"
#include "segment.h"
#include "segment_list.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct verbus_journal_reader {
    char *directory;
    uint64_t session;
    struct segment segment;
    struct verbus_error failure; /* why nothing can follow; status 0 for none */
    uint64_t passed_bytes;       /* of the segments before */
    size_t segments;
    bool unread_start;           /* [unread_first, segment.first) is to be reported first */
    uint64_t unread_first;
    bool found_end_missing;
    bool is_held;                /* a handler did not take the record of the segment, which is passed already */
    size_t searched_from;        /* offset of the last search that found nothing */
    char words[1024];            /* of the range that is reported as damage */
};

static void describe_absent(struct verbus_journal_reader *reader, uint64_t sequence)
{
    (void)snprintf(reader->words, sizeof reader->words,
                   "the journal in %.400s has no segment with sequence %" PRIu64
                   ", and retention has not removed it: restore the file from a copy",
                   reader->directory, sequence);
}

static void describe_damage(struct verbus_journal_reader *reader)
{
    const struct segment *segment = &reader->segment;
    (void)snprintf(reader->words, sizeof reader->words, "%.600s is damaged at offset %zu, expected sequence %" PRIu64
                   ": %s", segment->path, segment->offset, segment->next,
                   segment->damage != NULL ? segment->damage : "no record is there, but later ones are");
}

/* A note counts if the neighbour that it names is absent, and is the same when it is read again. */
static uint64_t missing_neighbour(const struct verbus_journal_reader *reader, enum segment_note note)
{
    const struct segment *segment = &reader->segment;
    uint64_t noted = segment_note(segment, note);
    if (noted == SEGMENT_NO_NOTE || (note == SEGMENT_PRECEDING) != (noted < segment->first))
        return SEGMENT_NO_NOTE;
    struct segment_name absent = {reader->session, noted};
    struct segment_name present = {reader->session, segment->first};
    return !segment_list_has(reader->directory, absent) && segment_note(segment, note) == noted
                   && segment_list_has(reader->directory, present)
               ? noted
               : SEGMENT_NO_NOTE;
}

static int range(struct verbus_journal_reader *reader, uint64_t first, uint64_t next, struct verbus_record *record)
{
    *record = (struct verbus_record){
        .type = VERBUS_RECORD_DAMAGE,
        .sequence = first,
        .next = next,
        .received_utc_ns = reader->segment.lowest_received_ns,
        .published_ns = VERBUS_NO_TIMESTAMP,
        .payload = reader->words,
        .length = strlen(reader->words),
    };
    return 1;
}

static int fail(struct verbus_journal_reader *reader, struct verbus_error *error)
{
    if (error != NULL)
        *error = reader->failure;
    return reader->failure.status;
}

/* Opens the first readable segment from an index of the list on; false with the first reason if there is none. */
static bool open_from(struct verbus_journal_reader *reader, const struct segment_list *list, size_t index,
                      struct segment *opened, struct verbus_error *reason)
{
    for (; index < list->count; index++) {
        char path[4096];
        struct verbus_error found = {0};
        reader->segments++;
        if (!segment_list_path(reader->directory, list->names[index], path, sizeof path))
            verbus_fail(&found, VERBUS_INVALID, "the path %.80s... is too long: move the journal", reader->directory);
        else if (segment_open(path, opened, &found) == VERBUS_OK)
            return true;
        if (reason->status == 0)
            *reason = found;
    }
    return false;
}

static int open_first(struct verbus_journal_reader *reader, struct verbus_error *error)
{
    struct segment_list list;
    struct verbus_error reason = {0};
    int status = segment_list_read(reader->directory, reader->session, &list, error);
    if (status != VERBUS_OK)
        return status;
    if (list.count == 0) {
        char id[17];
        verbus_id_print(reader->session, id);
        status = verbus_fail(error, VERBUS_INVALID, "the journal in %s has no session %s: list its sessions first",
                             reader->directory, id);
    } else if (!open_from(reader, &list, 0, &reader->segment, &reason)) {
        status = reason.status;
        if (error != NULL)
            *error = reason;
    } else if (reason.status != 0) {
        reader->unread_start = true;
        reader->unread_first = list.names[0].first;
        (void)snprintf(reader->words, sizeof reader->words, "%s", reason.text);
    } else {
        uint64_t missing = missing_neighbour(reader, SEGMENT_PRECEDING);
        reader->unread_start = missing != SEGMENT_NO_NOTE;
        reader->unread_first = missing;
        if (reader->unread_start)
            describe_absent(reader, missing);
    }
    segment_list_free(&list);
    return status;
}

int verbus_journal_read(const verbus_journal *journal, uint64_t session, verbus_journal_reader **reader,
                        struct verbus_error *error)
{
    struct verbus_journal_reader *opened = calloc(1, sizeof *opened);
    if (opened == NULL || (opened->directory = strdup(journal->directory)) == NULL) {
        free(opened);
        return verbus_fail(error, VERBUS_NO_ROOM, "no memory for a reader of %s: free memory of the host",
                           journal->directory);
    }
    opened->session = session;
    int status = open_first(opened, error);
    if (status != VERBUS_OK) {
        verbus_journal_reader_close(opened);
        return status;
    }
    *reader = opened;
    return VERBUS_OK;
}

/* Finds the segments after the present one. The caller frees the list; index is that of the first. */
static int list_following(struct verbus_journal_reader *reader, struct segment_list *list, size_t *index,
                          struct verbus_error *error)
{
    int status = segment_list_read(reader->directory, reader->session, list, error);
    if (status == VERBUS_OK)
        for (*index = 0; *index < list->count && list->names[*index].first <= reader->segment.first; (*index)++)
            continue;
    return status;
}

/* Passes bytes of a segment without a seal that are not on the disk; returns 1 with their range, 0 if none. */
static int pass_hole(struct verbus_journal_reader *reader, bool is_followed, struct verbus_record *record)
{
    struct segment *segment = &reader->segment;
    if (segment->sealed || segment->offset == reader->searched_from
        || (!is_followed && !segment_has_later_part(segment)))
        return 0;
    struct segment before = *segment;
    describe_damage(reader);
    if (!segment_pass_damage(segment)) {
        reader->searched_from = segment->offset; /* records that follow later begin there */
        return 0;
    }
    uint64_t next = segment->next;
    size_t offset = segment->offset;
    segment->offset = before.offset;
    segment->next = before.next;
    if (segment_look(segment) == SEGMENT_RECORD)
        return 0; /* written meanwhile */
    segment->offset = offset;
    segment->next = next;
    return next > before.next ? range(reader, before.next, next, record) : 0;
}

/* Continues with the next segment. Returns 1 with a range that is missing between both, 0 if none is. */
static int follow(struct verbus_journal_reader *reader, const struct segment_list *list, size_t index,
                  struct verbus_record *record)
{
    struct segment *segment = &reader->segment;
    uint64_t next = segment->next;
    struct segment opened;
    struct verbus_error reason = {0};
    if (!open_from(reader, list, index, &opened, &reason)) {
        reader->failure = reason;
        return VERBUS_DAMAGED;
    }
    if (opened.first < next) {
        verbus_fail(&reader->failure, VERBUS_DAMAGED,
                    "%.300s begins with sequence %" PRIu64 ", expected %" PRIu64
                    ": two segments hold the same sequences; move one of them away",
                    opened.path, opened.first, next);
        segment_close(&opened);
        return VERBUS_DAMAGED;
    }
    if (reason.status != 0)
        (void)snprintf(reader->words, sizeof reader->words, "%s", reason.text);
    else if (segment->damage != NULL)
        describe_damage(reader);
    else if (!segment->sealed)
        (void)snprintf(reader->words, sizeof reader->words,
                       "%.600s was not sealed and ends before sequence %" PRIu64
                       ", the next segment begins with %" PRIu64
                       ": the end of its records was not written to disk, or another segment is missing",
                       segment->path, next, opened.first);
    else
        (void)snprintf(reader->words, sizeof reader->words,
                       "the journal in %.400s has no segment with sequence %" PRIu64, reader->directory, next);
    reader->passed_bytes += segment->offset;
    int64_t lowest = segment->lowest_received_ns;
    segment_close(segment);
    *segment = opened;
    segment->lowest_received_ns = lowest;
    reader->searched_from = 0;
    return segment->first > next ? range(reader, next, segment->first, record) : 0;
}

/* At the end of the records: passes a hole, continues with the next segment, or finds that it is missing. */
static int at_end(struct verbus_journal_reader *reader, struct verbus_record *record, bool *more)
{
    struct segment_list list;
    size_t index;
    *more = false;
    int result = list_following(reader, &list, &index, &reader->failure);
    if (result != VERBUS_OK)
        return result;
    bool is_followed = index < list.count;
    size_t before = reader->segment.offset;
    result = pass_hole(reader, is_followed, record);
    if (result == 0 && (reader->segment.offset != before || segment_look(&reader->segment) == SEGMENT_RECORD)) {
        *more = true;
    } else if (result == 0 && is_followed) {
        result = follow(reader, &list, index, record);
        *more = result == 0;
    } else if (result == 0 && !reader->found_end_missing) {
        uint64_t missing = missing_neighbour(reader, SEGMENT_FOLLOWING);
        if (missing != SEGMENT_NO_NOTE) {
            reader->found_end_missing = true;
            describe_absent(reader, missing);
            result = range(reader, reader->segment.next,
                           missing > reader->segment.next ? missing : reader->segment.next, record);
        }
    }
    segment_list_free(&list);
    return result;
}

static int pass_damage(struct verbus_journal_reader *reader, struct verbus_record *record, bool *more)
{
    struct segment *segment = &reader->segment;
    uint64_t first = segment->next;
    *more = false;
    describe_damage(reader);
    if (!segment->over && segment_pass_damage(segment)) {
        *more = segment->next == first;
        return *more ? 0 : range(reader, first, segment->next, record);
    }
    struct segment_list list = {NULL, 0};
    size_t index = 0;
    int result = VERBUS_OK;
    if (!segment->over)
        result = list_following(reader, &list, &index, &reader->failure);
    if (result == VERBUS_OK && index < list.count) {
        result = follow(reader, &list, index, record);
        *more = result == 0;
    } else if (result == VERBUS_OK) {
        result = verbus_fail(&reader->failure, VERBUS_DAMAGED,
                             "%.400s; the next recorder in this directory repairs the end of a journal, or take the"
                             " file from a copy",
                             reader->words);
    }
    segment_list_free(&list);
    return result;
}

int verbus_journal_next(verbus_journal_reader *reader, struct verbus_record *record, struct verbus_error *error)
{
    struct segment *segment = &reader->segment;
    if (reader->is_held) {
        reader->is_held = false;
        *record = segment->record;
        return 1;
    }
    if (reader->failure.status != 0)
        return fail(reader, error);
    if (reader->unread_start) {
        reader->unread_start = false;
        return range(reader, reader->unread_first, segment->first, record);
    }
    for (;;) {
        enum segment_found found = segment_look(segment);
        bool more = false;
        int result = 0;
        if (found == SEGMENT_RECORD) {
            *record = segment->record;
            segment_pass(segment);
            return 1;
        }
        if (found == SEGMENT_DAMAGE)
            result = pass_damage(reader, record, &more);
        else if (!segment->over)
            result = at_end(reader, record, &more);
        if (result < 0)
            return fail(reader, error);
        if (!more)
            return result;
    }
}

int verbus_journal_poll(verbus_journal_reader *reader, verbus_handler handler, void *context, int limit,
                        struct verbus_record *record, struct verbus_error *error)
{
    record->type = (enum verbus_record_type)0;
    for (int count = 0; count < limit; count++) {
        struct verbus_record next;
        int result = verbus_journal_next(reader, &next, error);
        if (result <= 0)
            return count > 0 ? count : result; /* a failure is repeated */
        if (next.type != VERBUS_RECORD_MESSAGE) {
            *record = next;
            return count;
        }
        const struct verbus_message message = {
            .payload = next.payload,
            .length = next.length,
            .session = &reader->segment.session,
            .sequence = next.sequence,
            .frames = next.next - next.sequence,
            .published_ns = next.published_ns,
            .received_utc_ns = next.received_utc_ns,
        };
        reader->is_held = handler(context, &message) != VERBUS_TAKEN;
        if (reader->is_held)
            return count;
    }
    return limit;
}

bool verbus_journal_is_over(const verbus_journal_reader *reader)
{
    return reader->segment.over;
}

const struct verbus_session *verbus_journal_reader_session(const verbus_journal_reader *reader)
{
    return &reader->segment.session;
}

uint64_t verbus_journal_bytes(const verbus_journal_reader *reader)
{
    return reader->passed_bytes + reader->segment.offset;
}

size_t verbus_journal_segments(const verbus_journal_reader *reader)
{
    return reader->segments;
}

void verbus_journal_reader_close(verbus_journal_reader *reader)
{
    if (reader != NULL) {
        segment_close(&reader->segment);
        free(reader->directory);
        free(reader);
    }
}
