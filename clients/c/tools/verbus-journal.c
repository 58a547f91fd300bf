/*
 * verbus-journal check DIR: reads a whole journal and prints its sessions, in the words of `./bus journal check`.
 * verbus-journal cat DIR: prints the records, in the format of `./bus journal cat`.
 * Exit status: 0, 1 if something of the journal cannot be read, 2 for wrong arguments.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "verbus.h"

struct totals {
    uint64_t sessions;
    uint64_t messages;
    uint64_t losses;
    uint64_t segments;
    uint64_t bytes;
    bool damaged;
};

static void complain(struct totals *totals, const char *text)
{
    totals->damaged = true;
    fflush(stdout); /* the same order where both go to one place */
    fprintf(stderr, "verbus-journal: %s\n", text);
}

/* A number with its unit: "1,234 messages". */
static const char *count(uint64_t value, const char *unit, char text[static 64])
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
    size_t at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[i];
    }
    snprintf(text + at, 64 - at, " %s%s", unit, value == 1 ? "" : "s");
    return text;
}

static void print_check(const verbus_journal *journal, const struct verbus_session *session, struct totals *totals)
{
    verbus_journal_reader *reader;
    struct verbus_error error;
    struct verbus_record record;
    char end[1100] = "not ended";
    uint64_t first = 0; /* that is recorded: not of a range before it */
    uint64_t next = 0;
    uint64_t messages = 0;
    uint64_t losses = 0;
    uint64_t lost = 0;
    bool begun = false;
    if (verbus_journal_read(journal, session->id, &reader, &error) != VERBUS_OK) {
        complain(totals, error.text);
        return;
    }
    int result;
    while ((result = verbus_journal_next(reader, &record, &error)) > 0) {
        bool is_range = record.type == VERBUS_RECORD_LOSS || record.type == VERBUS_RECORD_DAMAGE;
        if (!begun && (begun = record.type != VERBUS_RECORD_DAMAGE))
            first = record.sequence;
        next = record.next;
        messages += record.type == VERBUS_RECORD_MESSAGE;
        losses += is_range;
        lost += is_range ? record.next - record.sequence : 0;
        if (record.type == VERBUS_RECORD_DAMAGE)
            complain(totals, record.payload);
        else if (record.type == VERBUS_RECORD_END)
            snprintf(end, sizeof end, "ended");
        else if (record.type == VERBUS_RECORD_LOST)
            snprintf(end, sizeof end, "lost: %.*s", (int)(record.length < 1024 ? record.length : 1024),
                     (const char *)record.payload);
    }
    if (result < 0)
        complain(totals, error.text);
    char texts[6][64];
    printf("session %016" PRIx64 " of stream %s: ", session->id, session->stream);
    if (next == first)
        printf("no sequences, ");
    else
        printf("sequences %" PRIu64 "..%" PRIu64 ", ", first, next - 1);
    printf("%s, %s", count(messages, "message", texts[0]), count(losses, "gap", texts[1]));
    if (losses > 0)
        printf(" (%s)", count(lost, "sequence", texts[2]));
    size_t segments = verbus_journal_segments(reader);
    uint64_t bytes = verbus_journal_bytes(reader);
    printf(", %s, %s, %s\n", count(segments, "segment", texts[3]), count(bytes, "byte", texts[4]), end);
    totals->messages += messages;
    totals->losses += losses;
    totals->segments += segments;
    totals->bytes += bytes;
    verbus_journal_reader_close(reader);
}

static void print_time(int64_t utc_ns)
{
    int64_t seconds = utc_ns / 1000000000 - (utc_ns % 1000000000 < 0);
    time_t time = (time_t)seconds;
    struct tm parts;
    char text[64];
    if (gmtime_r(&time, &parts) == NULL || strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts) == 0)
        printf("?");
    else
        printf("%s.%09" PRId64 "Z", text, utc_ns - seconds * 1000000000);
}

/* Bytes as ASCII; others are escaped, because they could contain terminal escape sequences. */
static void print_escaped(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] >= ' ' && bytes[i] <= '~' && bytes[i] != '\\')
            putchar(bytes[i]);
        else
            printf("\\x%02x", bytes[i]);
}

static void print_record(const struct verbus_record *record)
{
    printf("%" PRIu64 " ", record->sequence);
    print_time(record->received_utc_ns);
    const uint8_t *payload = record->payload;
    switch (record->type) {
    case VERBUS_RECORD_MESSAGE:
        printf(" %zu ", record->length);
        for (size_t i = 0; i < record->length; i++)
            printf("%02x", payload[i]);
        break;
    case VERBUS_RECORD_END:
    case VERBUS_RECORD_LOST:
        printf(record->length == 0 ? " end" : " end ");
        print_escaped(payload, record->length);
        break;
    case VERBUS_RECORD_LOSS:
    case VERBUS_RECORD_DAMAGE:
        printf(record->type == VERBUS_RECORD_LOSS ? " loss" : " damage");
        printf(" %" PRIu64 " ", record->next - 1);
        print_escaped(payload, record->length);
        break;
    }
    printf("\n");
}

static void print_cat(const verbus_journal *journal, const struct verbus_session *session, struct totals *totals)
{
    verbus_journal_reader *reader;
    struct verbus_error error;
    struct verbus_record record;
    printf("# session %" PRIx64 " of stream %s (process %" PRIu64 "), publisher %s\n", session->id, session->stream,
           session->pid, session->publisher);
    if (verbus_journal_read(journal, session->id, &reader, &error) != VERBUS_OK) {
        complain(totals, error.text);
        return;
    }
    int result;
    while ((result = verbus_journal_next(reader, &record, &error)) > 0) {
        print_record(&record);
        if (record.type == VERBUS_RECORD_DAMAGE)
            complain(totals, record.payload);
    }
    if (result < 0)
        complain(totals, error.text);
    verbus_journal_reader_close(reader);
}

int main(int argc, char **argv)
{
    bool is_check = argc == 3 && strcmp(argv[1], "check") == 0;
    if (!is_check && !(argc == 3 && strcmp(argv[1], "cat") == 0)) {
        fprintf(stderr, "usage: verbus-journal check DIR | verbus-journal cat DIR\n");
        return 2;
    }
    verbus_journal *journal;
    struct verbus_error error;
    struct totals totals = {0};
    if (verbus_journal_open(argv[2], &journal, &error) != VERBUS_OK) {
        complain(&totals, error.text);
        return 1;
    }
    totals.sessions = verbus_journal_session_count(journal);
    for (size_t i = 0; i < totals.sessions; i++)
        (is_check ? print_check : print_cat)(journal, verbus_journal_session(journal, i), &totals);
    for (size_t i = 0; verbus_journal_unreadable(journal, i) != NULL; i++)
        complain(&totals, verbus_journal_unreadable(journal, i));
    char texts[5][64];
    if (is_check)
        printf("%s, %s, %s, %s, %s\n", count(totals.sessions, "session", texts[0]),
               count(totals.messages, "message", texts[1]), count(totals.losses, "gap", texts[2]),
               count(totals.segments, "segment", texts[3]), count(totals.bytes, "byte", texts[4]));
    verbus_journal_close(journal);
    return totals.damaged || fflush(stdout) != 0 ? 1 : 0;
}
