#include "segment.h"

#include "crc32c.h"
#include "error.h"
#include "frame.h"
#include "text.h"
#include "words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    HEADER_LENGTH = 4096,
    MIN_LENGTH = 1 << 14,
    MAX_LENGTH = 1 << 30,
    VERSION = 1,
    VERSION_AT = 8,
    ENTRIES_AT = 12,
    LENGTH_AT = 16,
    SESSION_AT = 24,
    FIRST_AT = 32,
    STARTED_AT = 48,
    PID_AT = 56,
    STREAM_AT = 64,
    PUBLISHER_AT = 192,
    BUILD_AT = 320,
    CHECKSUM_AT = 448,
    SEAL_AT = 512,
    SEAL_NEXT_AT = 520,
    SEAL_RECEIVED_AT = 528,
    SEAL_CHECKSUM_AT = 536,
    INDEX_AT = HEADER_LENGTH,
    INDEXED_LENGTH = 1 << 14,
    ENTRY_LENGTH = 24,
    ENTRY_OFFSET_AT = 16,
    ENTRY_CHECKSUM_AT = 20,

    RECORD_ALIGNMENT = 8,
    RECORD_RECEIVED = 8,
    RECORD_WORD = 16,
    RECORD_SEQUENCE = 24,
    RECORD_HEADER = 32,
    RECORD_STAMPED = 4, /* flag: a timestamp precedes the payload */
    RECORD_COUNTED = 8, /* flag: the number of the message's frames precedes the payload */
    RECORD_MAX = RECORD_HEADER + 16 + FRAME_MAX_MESSAGE,
    MAX_FRAMES = 1 << 20,
    MAX_TRIED = 4 * RECORD_MAX, /* bytes of pretended records that one search checks in vain */
};

static const char magic[8] = "VERBUSJN";

static size_t align_record(size_t length)
{
    return (length + RECORD_ALIGNMENT - 1) & ~(size_t)(RECORD_ALIGNMENT - 1);
}

/* The checksum of fields of the first page, which includes the header's checksum. */
static uint32_t checksum_with_header(const uint8_t *page, size_t from, size_t length)
{
    return verbus_crc32c(verbus_crc32c(0, page + from, length), page + CHECKSUM_AT, 4);
}

static int corrupt(const char *path, struct verbus_error *error)
{
    return verbus_fail(error, VERBUS_DAMAGED,
                       "the header of %s is corrupt: restore the file from a copy, or move it away; its records are"
                       " then missing",
                       path);
}

static int decode_header(struct segment *segment, struct verbus_error *error)
{
    const uint8_t *page = segment->map.memory;
    if (segment->map.length < HEADER_LENGTH || memcmp(page, magic, sizeof magic) != 0)
        return verbus_fail(error, VERBUS_DAMAGED,
                           "%s is not a segment of a Verbus journal: move it out of the directory", segment->path);
    bool whole = verbus_get32(page, CHECKSUM_AT) == verbus_crc32c(0, page, CHECKSUM_AT);
    verbus_text_get(page, BUILD_AT, segment->session.build);
    uint32_t version = verbus_get32(page, VERSION_AT);
    if (whole && version != VERSION) {
        char origin[TEXT_SIZE + 40];
        (void)snprintf(origin, sizeof origin, ", of a publisher with Verbus %s", segment->session.build);
        return verbus_fail_layout(error, segment->path, "journal", version, VERSION, origin);
    }
    uint64_t length = verbus_get64(page, LENGTH_AT);
    segment->session.id = verbus_get64(page, SESSION_AT);
    segment->first = verbus_get64(page, FIRST_AT);
    if (!whole || length < MIN_LENGTH || length > MAX_LENGTH || segment->first > INT64_MAX || segment->session.id == 0)
        return corrupt(segment->path, error);
    segment->entries = ((uint32_t)length - HEADER_LENGTH + INDEXED_LENGTH - 1) / INDEXED_LENGTH;
    if (verbus_get32(page, ENTRIES_AT) != segment->entries)
        return corrupt(segment->path, error);
    segment->session.pid = verbus_get64(page, PID_AT);
    segment->session.started_utc_ns = (int64_t)verbus_get64(page, STARTED_AT);
    verbus_text_get(page, STREAM_AT, segment->session.stream);
    verbus_text_get(page, PUBLISHER_AT, segment->session.publisher);
    size_t index_end = INDEX_AT + (size_t)segment->entries * ENTRY_LENGTH;
    segment->records_offset = (index_end + HEADER_LENGTH - 1) & ~(size_t)(HEADER_LENGTH - 1);
    segment->limit = (size_t)length;
    return VERBUS_OK;
}

/* A seal without the right checksum, or with impossible fields, is none. */
static void decode_seal(struct segment *segment)
{
    const uint8_t *page = segment->map.memory;
    uint64_t end = verbus_get64(page, SEAL_AT);
    uint64_t next = verbus_get64(page, SEAL_NEXT_AT);
    if (verbus_get32(page, SEAL_CHECKSUM_AT) != checksum_with_header(page, SEAL_AT, SEAL_CHECKSUM_AT - SEAL_AT)
        || end < segment->records_offset || end > segment->limit || end % RECORD_ALIGNMENT != 0
        || next < segment->first || next > INT64_MAX)
        return;
    segment->sealed = true;
    segment->limit = (size_t)end;
    segment->sealed_next = next;
    segment->sealed_received_ns = (int64_t)verbus_get64(page, SEAL_RECEIVED_AT);
}

int segment_open(const char *path, struct segment *segment, struct verbus_error *error)
{
    memset(segment, 0, sizeof *segment);
    if (strlen(path) >= sizeof segment->path)
        return verbus_fail(error, VERBUS_INVALID, "the path %.80s... is too long: move the journal", path);
    strcpy(segment->path, path);
    int status = verbus_file_map(path, false, &segment->map, error);
    if (status == VERBUS_OK)
        status = decode_header(segment, error);
    if (status == VERBUS_OK) {
        char id[17];
        char name[64];
        verbus_id_print(segment->session.id, id);
        (void)snprintf(name, sizeof name, "%s-%019" PRIu64 ".segment", id, segment->first);
        const char *slash = strrchr(path, '/');
        if (strcmp(slash == NULL ? path : slash + 1, name) != 0)
            status = verbus_fail(error, VERBUS_DAMAGED,
                                 "%s has the name of another segment: rename it to its original name", path);
    }
    if (status != VERBUS_OK) {
        segment_close(segment);
        return status;
    }
    decode_seal(segment);
    segment->offset = segment->records_offset;
    segment->next = segment->first;
    segment->lowest_received_ns = INT64_MIN;
    return VERBUS_OK;
}

void segment_close(struct segment *segment)
{
    verbus_file_unmap(&segment->map);
}

static enum segment_found damaged(struct segment *segment, const char *words)
{
    segment->damage = words;
    return SEGMENT_DAMAGE;
}

static enum segment_found nothing(struct segment *segment)
{
    if (segment->sealed && (segment->offset != segment->limit || segment->next != segment->sealed_next))
        return damaged(segment, "records are missing before the sealed end");
    segment->damage = NULL;
    return SEGMENT_NOTHING;
}

static bool decode_message(struct verbus_record *record, const uint8_t *payload, uint32_t flags)
{
    size_t before = ((flags & RECORD_STAMPED) != 0 ? 8u : 0u) + ((flags & RECORD_COUNTED) != 0 ? 8u : 0u);
    if ((flags & FRAME_WHOLE) != FRAME_WHOLE || record->length < before
        || record->length - before > FRAME_MAX_MESSAGE)
        return false;
    uint64_t frames = (flags & RECORD_COUNTED) == 0 ? 1 : verbus_get64(payload, before - 8);
    if ((flags & RECORD_STAMPED) != 0)
        record->published_ns = (int64_t)verbus_get64(payload, 0);
    record->payload = payload + before;
    record->length -= before;
    record->next = record->sequence + frames;
    return frames > 0 && frames <= MAX_FRAMES && record->next <= INT64_MAX;
}

static bool decode_loss(struct verbus_record *record, const uint8_t *payload)
{
    if (record->length < 8)
        return false;
    record->next = verbus_get64(payload, 0) + 1;
    record->payload = payload + 8;
    record->length -= 8;
    return record->next > record->sequence && record->next <= INT64_MAX;
}

/* The checksum is right, but its writer need not be a recorder: every field is checked. */
static enum segment_found decode(struct segment *segment, size_t length)
{
    const uint8_t *at = segment->map.memory + segment->offset;
    struct verbus_record *record = &segment->record;
    uint64_t word = verbus_get64(at, RECORD_WORD);
    *record = (struct verbus_record){
        .type = VERBUS_RECORD_END,
        .sequence = verbus_get64(at, RECORD_SEQUENCE),
        .received_utc_ns = (int64_t)verbus_get64(at, RECORD_RECEIVED),
        .published_ns = VERBUS_NO_TIMESTAMP,
        .payload = at + RECORD_HEADER,
        .length = length - RECORD_HEADER,
    };
    record->next = record->sequence;
    segment->record_end = align_record(segment->offset + length);
    if (frame_length(word) != length - RECORD_WORD)
        return damaged(segment, "the lengths of a record and its frame disagree");
    if (record->sequence != segment->next)
        return damaged(segment, "a record has another sequence there");
    if (record->received_utc_ns < segment->lowest_received_ns)
        return damaged(segment, "a record is older than the one before it");
    bool plain = frame_flags(word) == FRAME_WHOLE;
    bool valid = false;
    switch (frame_type(word)) {
    case FRAME_DATA:
        record->type = VERBUS_RECORD_MESSAGE;
        valid = decode_message(record, at + RECORD_HEADER, frame_flags(word));
        break;
    case VERBUS_RECORD_LOSS:
        record->type = VERBUS_RECORD_LOSS;
        valid = plain && decode_loss(record, at + RECORD_HEADER);
        break;
    case VERBUS_RECORD_END:
        valid = plain && record->length == 0;
        break;
    case VERBUS_RECORD_LOST:
        record->type = VERBUS_RECORD_LOST;
        valid = plain;
        break;
    default:
        break;
    }
    if (!valid)
        return damaged(segment, "a record has an invalid frame");
    segment->damage = NULL;
    return SEGMENT_RECORD;
}

/* Length and checksum are one word, stored last with release: all bytes of the record are there if it is. */
enum segment_found segment_look(struct segment *segment)
{
    if (segment->offset + RECORD_HEADER > segment->limit)
        return nothing(segment);
    if (segment->offset + RECORD_HEADER > segment->map.length)
        return segment->sealed ? damaged(segment, "the file was cut short") : nothing(segment);
    uint64_t word = verbus_load_acquire(segment->map.memory, segment->offset);
    if (word == 0)
        return nothing(segment);
    uint32_t length = (uint32_t)word;
    if (segment->over)
        return damaged(segment, "a record follows the end of the session");
    if (length < RECORD_HEADER || length > RECORD_MAX || length > segment->limit - segment->offset)
        return damaged(segment, "a record has an invalid length");
    if (length > segment->map.length - segment->offset)
        return damaged(segment, "the file was cut short");
    const uint8_t *at = segment->map.memory + segment->offset;
    if (verbus_crc32c(0, at + RECORD_RECEIVED, length - RECORD_RECEIVED) != (uint32_t)(word >> 32))
        return damaged(segment, "the checksum of a record is wrong");
    return decode(segment, length);
}

void segment_pass(struct segment *segment)
{
    segment->offset = segment->record_end;
    segment->next = segment->record.next;
    segment->lowest_received_ns = segment->record.received_utc_ns;
    segment->over = segment->record.type == VERBUS_RECORD_END || segment->record.type == VERBUS_RECORD_LOST;
}

/* The length of a record at an offset, if two of its words agree on it; else 0. */
static uint32_t length_at(const struct segment *segment, size_t offset)
{
    size_t present = segment->limit < segment->map.length ? segment->limit : segment->map.length;
    if (offset > present || present - offset < RECORD_HEADER)
        return 0;
    uint32_t length = (uint32_t)verbus_load_acquire(segment->map.memory, offset);
    return length >= RECORD_HEADER && length <= RECORD_MAX && length <= present - offset
                   && frame_length(verbus_get64(segment->map.memory, offset + RECORD_WORD)) == length - RECORD_WORD
               ? length
               : 0;
}

/* Moves to a whole record at a later offset, with a sequence above the next one and up to the highest. */
static bool skip_to(struct segment *segment, size_t offset, uint64_t highest)
{
    if (offset <= segment->offset || offset % RECORD_ALIGNMENT != 0 || length_at(segment, offset) == 0)
        return false;
    size_t before = segment->offset;
    uint64_t next = segment->next;
    uint64_t found = verbus_get64(segment->map.memory, offset + RECORD_SEQUENCE);
    if (found <= next || found > highest)
        return false;
    segment->offset = offset;
    segment->next = found;
    if (segment_look(segment) == SEGMENT_RECORD)
        return true;
    segment->offset = before;
    segment->next = next;
    return false;
}

/* Offset and sequence of an entry of the index; false if it is absent or wrong. */
static bool entry_at(const struct segment *segment, uint32_t entry, size_t *offset, uint64_t *sequence)
{
    size_t at = INDEX_AT + (size_t)entry * ENTRY_LENGTH;
    if (entry >= segment->entries || at + ENTRY_LENGTH > segment->map.length)
        return false;
    uint8_t copy[ENTRY_LENGTH];
    memcpy(copy, segment->map.memory + at, sizeof copy);
    *sequence = verbus_get64(copy, 0);
    *offset = verbus_get32(copy, ENTRY_OFFSET_AT);
    return *offset != 0 && verbus_get32(copy, ENTRY_CHECKSUM_AT) == verbus_crc32c(0, copy, ENTRY_CHECKSUM_AT)
           && *offset % RECORD_ALIGNMENT == 0;
}

/* Searches the next whole record. An entry of the index bounds the sequences of the records before it. */
static bool search(struct segment *segment)
{
    uint64_t highest = segment->sealed ? segment->sealed_next : INT64_MAX;
    size_t tried = 0;
    uint32_t entry = 0;
    bool has_entry = false;
    size_t entry_offset = 0;
    uint64_t entry_sequence = 0;
    size_t from = segment->offset + RECORD_ALIGNMENT;
    for (size_t at = from; at < segment->limit && at < segment->map.length && tried < MAX_TRIED;
         at += RECORD_ALIGNMENT) {
        while (entry < segment->entries && (!has_entry || entry_offset < at))
            has_entry = entry_at(segment, entry++, &entry_offset, &entry_sequence);
        uint64_t bound = has_entry && entry_offset >= at && entry_sequence < highest ? entry_sequence : highest;
        uint32_t length = length_at(segment, at);
        if (length > 0) {
            if (skip_to(segment, at, bound))
                return true;
            tried += length;
        }
    }
    return false;
}

bool segment_pass_damage(struct segment *segment)
{
    uint64_t highest = segment->sealed ? segment->sealed_next : INT64_MAX;
    if (segment->over || segment->next > highest)
        return false;
    uint32_t length = length_at(segment, segment->offset);
    if ((length > 0 && skip_to(segment, align_record(segment->offset + length), highest)) || search(segment))
        return true;
    if (!segment->sealed)
        return false;
    segment->offset = segment->limit;
    segment->next = segment->sealed_next;
    if (segment->sealed_received_ns > segment->lowest_received_ns)
        segment->lowest_received_ns = segment->sealed_received_ns;
    return true;
}

bool segment_has_later_part(const struct segment *segment)
{
    size_t offset;
    uint64_t sequence;
    uint32_t part = (uint32_t)((segment->offset - segment->records_offset) / INDEXED_LENGTH) + 1;
    return entry_at(segment, part, &offset, &sequence);
}

uint64_t segment_note(const struct segment *segment, enum segment_note note)
{
    const uint8_t *page = segment->map.memory;
    size_t at = (size_t)note;
    uint64_t sequence = verbus_get64(page, at);
    return verbus_get32(page, at + 8) == checksum_with_header(page, at, 8) && sequence <= INT64_MAX ? sequence
                                                                                                    : SEGMENT_NO_NOTE;
}
