/*
 * One segment of a journal, mapped read-only: header, seal, notes, index, and the records. The file may contain
 * anything: each field is loaded once and checked. See docs/reference/journal.md.
 */
#ifndef VERBUS_SEGMENT_H
#define VERBUS_SEGMENT_H

#include "file.h"
#include "verbus.h"

/* State at a segment's offset. */
enum segment_found {
    SEGMENT_NOTHING, /* no record, or none yet */
    SEGMENT_RECORD,
    SEGMENT_DAMAGE, /* see segment.damage */
};

/* A note about the segment before or after this one. */
enum segment_note {
    SEGMENT_PRECEDING = 544,
    SEGMENT_FOLLOWING = 560,
};

#define SEGMENT_NO_NOTE UINT64_MAX

struct segment {
    struct verbus_map map;
    char path[4096];
    struct verbus_session session;
    uint64_t first;        /* sequence */
    uint32_t entries;      /* of the index */
    size_t records_offset; /* of the first record */
    size_t limit;          /* after the last record: by the seal, or what the file has room for */
    bool sealed;
    uint64_t sealed_next;
    int64_t sealed_received_ns;

    /* The place. */
    size_t offset;
    uint64_t next;
    int64_t lowest_received_ns;
    bool over;              /* the record before was the end of the session */
    const char *damage;     /* static words about the damage at the offset; null for missing records */

    /* The record that segment_look() has found. */
    struct verbus_record record;
    size_t record_end;      /* offset of the record after it */
};

/* Opens a segment at its first record, and checks that the file has its own name. */
int segment_open(const char *path, struct segment *segment, struct verbus_error *error);

/* Finds the state at the place. */
enum segment_found segment_look(struct segment *segment);

/* Moves after the record that was found. */
void segment_pass(struct segment *segment);

/*
 * Moves over damage, or over bytes that are not on the disk, to the next whole record; of a sealed segment else to its
 * end. Returns false if there is nothing more.
 */
bool segment_pass_damage(struct segment *segment);

/* Whether the index has an entry for a later part of a segment without a seal: then records follow a hole. */
bool segment_has_later_part(const struct segment *segment);

/* The first sequence of a neighbour, or SEGMENT_NO_NOTE. */
uint64_t segment_note(const struct segment *segment, enum segment_note note);

void segment_close(struct segment *segment);

#endif
