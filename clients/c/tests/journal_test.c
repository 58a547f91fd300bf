/*
 * Reads the journal that the Java recorder of layout 1 has written (bus-journal/src/test/resources/journal), as it is
 * and damaged. First argument: the directory of its segments.
 */
#include "crc32c.h"
#include "scratch.h"
#include "seeded.h"
#include "verbus.h"

enum { SEGMENT_LENGTH = 1 << 14, SEGMENTS = 4 };

static const uint64_t first_session = 0xabcdef;
static const char *const names[SEGMENTS + 1] = {
    "0000000000abcdef-0000000000000000000.segment", "0000000000abcdef-0000000000000000093.segment",
    "0000000000abcdef-0000000000000000195.segment", "0000000000abcdef-0000000000000000289.segment",
    "0000000000fedcba-0000000000000000000.segment",
};
static uint8_t segments[SEGMENTS + 1][SEGMENT_LENGTH];
static char directory[] = "/tmp/verbus-journal-XXXXXX";

static void write_segment(int index)
{
    char path[512];
    scratch_path(directory, names[index], path);
    scratch_write(path, segments[index], SEGMENT_LENGTH);
}

static void remove_segment(int index)
{
    char path[512];
    scratch_path(directory, names[index], path);
    CLAIM(unlink(path) == 0);
}

/* The message of the Java test with this sequence. */
static void claim_message(const struct verbus_record *record)
{
    const uint8_t *payload = record->payload;
    CLAIM(record->length == record->sequence * 37 % 91);
    for (size_t i = 0; i < record->length; i++)
        CLAIM(payload[i] == (uint8_t)(record->sequence * 31 + i));
    CLAIM(record->received_utc_ns == 1767225600000000000 + (int64_t)record->sequence * 1000);
    CLAIM(record->published_ns == record->received_utc_ns - 250);
    CLAIM(record->next == record->sequence + (record->sequence == 200 ? 3 : 1));
}

struct tally {
    uint64_t messages;
    uint64_t damages;
    uint64_t lost_from;
    uint64_t lost_to;
    uint64_t next;
    bool ended;
    int result;
    char text[512];
};

/* Reads the first session; whatever is damaged, each sequence is delivered or reported once, in order. */
static struct tally read_session(bool is_trusted)
{
    struct tally tally = {0};
    verbus_journal *journal;
    verbus_journal_reader *reader;
    struct verbus_error error = {0};
    tally.result = verbus_journal_open(directory, &journal, &error);
    if (tally.result == VERBUS_OK) {
        tally.result = verbus_journal_read(journal, first_session, &reader, &error);
        verbus_journal_close(journal);
    }
    if (tally.result != VERBUS_OK) {
        CLAIM(error.status == tally.result && error.text[0] != 0);
        memcpy(tally.text, error.text, sizeof tally.text);
        return tally;
    }
    struct verbus_record record;
    bool begun = false;
    while ((tally.result = verbus_journal_next(reader, &record, &error)) > 0) {
        CLAIM(record.next >= record.sequence);
        CLAIM(!begun || record.sequence == tally.next);
        begun = true;
        tally.next = record.next;
        if (record.type == VERBUS_RECORD_MESSAGE) {
            tally.messages++;
            if (is_trusted)
                claim_message(&record);
        } else if (record.type == VERBUS_RECORD_DAMAGE) {
            CLAIM(record.length > 0 && strlen(record.payload) == record.length);
            tally.lost_from = tally.damages++ == 0 ? record.sequence : tally.lost_from;
            tally.lost_to = record.next;
            snprintf(tally.text, sizeof tally.text, "%s", (const char *)record.payload);
        } else if (record.type == VERBUS_RECORD_LOSS && is_trusted) {
            CLAIM(record.sequence == 100 && record.next == 110);
            CLAIM(record.length == 4 && memcmp(record.payload, "kept", 4) == 0);
        } else if (record.type == VERBUS_RECORD_END) {
            tally.ended = true;
        }
    }
    CLAIM(!tally.ended || verbus_journal_is_over(reader));
    if (tally.result < 0) {
        CLAIM(error.text[0] != 0);
        struct verbus_error again = {0};
        CLAIM(verbus_journal_next(reader, &record, &again) == tally.result && strcmp(again.text, error.text) == 0);
    }
    verbus_journal_reader_close(reader);
    return tally;
}

static void whole_journal_is_read(void)
{
    struct tally tally = read_session(true);
    CLAIM(tally.result == 0 && tally.messages == 288 && tally.damages == 0 && tally.next == 300 && tally.ended);
    verbus_journal *journal;
    CLAIM(verbus_journal_open(directory, &journal, NULL) == VERBUS_OK);
    CLAIM(verbus_journal_session_count(journal) == 2 && verbus_journal_session(journal, 2) == NULL);
    CLAIM(verbus_journal_unreadable(journal, 0) == NULL);
    const struct verbus_session *session = verbus_journal_session(journal, 1);
    CLAIM(session->id == 0xfedcba && session->pid == 4711 && strcmp(session->stream, "md.test") == 0);
    CLAIM(strcmp(session->publisher, "feed") == 0 && strcmp(session->build, "0.2.0 (kept)") == 0);
    verbus_journal_reader *reader;
    struct verbus_record record;
    CLAIM(verbus_journal_read(journal, session->id, &reader, NULL) == VERBUS_OK);
    CLAIM(verbus_journal_next(reader, &record, NULL) == 1 && record.type == VERBUS_RECORD_MESSAGE);
    CLAIM(verbus_journal_next(reader, &record, NULL) == 1 && record.type == VERBUS_RECORD_LOST);
    CLAIM(record.length == 4 && memcmp(record.payload, "kept", 4) == 0);
    CLAIM(verbus_journal_next(reader, &record, NULL) == 0 && verbus_journal_is_over(reader));
    verbus_journal_reader_close(reader);
    struct verbus_error error;
    CLAIM(verbus_journal_read(journal, 1, &reader, &error) == VERBUS_INVALID);
    CLAIM(strstr(error.text, "has no session 0000000000000001") != NULL);
    verbus_journal_close(journal);
}

static void damaged_record_is_one_lost_range(void)
{
    segments[1][8192 + 2 * 64] ^= 1; /* inside an early record of the segment */
    write_segment(1);
    struct tally tally = read_session(true);
    CLAIM(tally.result == 0 && tally.damages == 1 && tally.lost_to == tally.lost_from + 1);
    CLAIM(tally.lost_from > 93 && tally.lost_from < 100 && tally.messages == 287 && tally.ended);
    CLAIM(strstr(tally.text, names[1]) != NULL && strstr(tally.text, "checksum") != NULL);
    segments[1][8192 + 2 * 64] ^= 1;
    write_segment(1);
}

static void missing_segment_is_a_lost_range(void)
{
    static const uint64_t firsts[SEGMENTS + 1] = {0, 93, 195, 289, 300};
    for (int missing = 0; missing < SEGMENTS - 1; missing++) {
        remove_segment(missing);
        struct tally tally = read_session(true);
        CLAIM(tally.result == 0 && tally.damages == 1 && tally.ended);
        CLAIM(tally.lost_from == firsts[missing] && tally.lost_to == firsts[missing + 1]);
        write_segment(missing);
    }
    remove_segment(SEGMENTS - 1); /* only the note of the segment before knows it */
    struct tally tally = read_session(true);
    CLAIM(tally.result == 0 && tally.damages == 1 && !tally.ended && tally.lost_from == 289 && tally.lost_to == 289);
    write_segment(SEGMENTS - 1);
}

static void corrupt_header_is_a_lost_range(void)
{
    segments[0][70] ^= 1;
    write_segment(0);
    struct tally tally = read_session(true);
    CLAIM(tally.result == 0 && tally.lost_from == 0 && tally.lost_to == 93 && tally.ended);
    CLAIM(strstr(tally.text, "is corrupt: restore the file from a copy") != NULL);
    segments[0][70] ^= 1;
    write_segment(0);
}

static void foreign_places_are_refused(void)
{
    struct verbus_error error;
    verbus_journal *journal;
    char path[512];
    CLAIM(verbus_journal_open("/nonexistent", &journal, &error) == VERBUS_PERMANENT);
    CLAIM(strstr(error.text, "there is no journal in /nonexistent: no such directory") != NULL);
    scratch_path(directory, names[0], path);
    CLAIM(verbus_journal_open(path, &journal, &error) == VERBUS_PERMANENT);
    CLAIM(strstr(error.text, "it is a file") != NULL);
    remove_segment(0);
    CLAIM(mkfifo(path, 0600) == 0);
    struct tally tally = read_session(true);
    CLAIM(tally.lost_from == 0 && tally.lost_to == 93 && strstr(tally.text, "is not a regular file") != NULL);
    CLAIM(unlink(path) == 0);
    write_segment(0);
}

static void later_layout_is_refused(void)
{
    uint8_t good[SEGMENT_LENGTH];
    memcpy(good, segments[0], sizeof good);
    segments[0][8] = 99;
    uint32_t checksum = verbus_crc32c(0, segments[0], 448);
    memcpy(segments[0] + 448, &checksum, sizeof checksum);
    write_segment(0);
    struct tally tally = read_session(true);
    CLAIM(tally.result == VERBUS_PERMANENT);
    CLAIM(strstr(tally.text, "has journal layout 99, of a publisher with Verbus 0.2.0 (kept)") != NULL);
    CLAIM(strstr(tally.text, "reads layout 1: use the same release") != NULL);
    memcpy(segments[0], good, sizeof good);
    write_segment(0);
}

/* Any bytes: no crash, no endless loop, and the rules of read_session(). */
static void mutated_journals_are_read_or_refused(void)
{
    struct seeded random = seeded_begin("journal_test");
    uint8_t good[SEGMENT_LENGTH];
    for (int round = 0; round < 400; round++) {
        int victim = (int)seeded_below(&random, SEGMENTS);
        memcpy(good, segments[victim], sizeof good);
        for (uint64_t changes = 1 + seeded_below(&random, 8); changes > 0; changes--) {
            /* mostly in the header, the seal and the first records */
            size_t at = seeded_below(&random, 4) == 0 ? seeded_below(&random, SEGMENT_LENGTH)
                                                      : (seeded_below(&random, 2) << 13) + seeded_below(&random, 1024);
            uint64_t value = seeded_next(&random);
            size_t width = (size_t)1 << seeded_below(&random, 4);
            memcpy(segments[victim] + (at & ~(width - 1)), &value, width);
        }
        write_segment(victim);
        if (seeded_below(&random, 8) == 0) {
            char path[512];
            scratch_path(directory, names[victim], path);
            CLAIM(truncate(path, (off_t)seeded_below(&random, SEGMENT_LENGTH)) == 0);
        }
        (void)read_session(false);
        memcpy(segments[victim], good, sizeof good);
        write_segment(victim);
    }
    CLAIM(read_session(true).messages == 288);
}

int main(int argc, char **argv)
{
    CLAIM(argc == 2);
    scratch_create(directory);
    for (int i = 0; i <= SEGMENTS; i++) {
        char path[512];
        scratch_path(argv[1], names[i], path);
        CLAIM(scratch_read(path, segments[i], SEGMENT_LENGTH) == SEGMENT_LENGTH);
        write_segment(i);
    }
    whole_journal_is_read();
    damaged_record_is_one_lost_range();
    missing_segment_is_a_lost_range();
    corrupt_header_is_a_lost_range();
    foreign_places_are_refused();
    later_layout_is_refused();
    mutated_journals_are_read_or_refused();
    scratch_remove(directory);
    return 0;
}
