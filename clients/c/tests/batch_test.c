/* Batches and columns: of the journal of journal_test.c, of its segments' directory as argument, and of any bytes. */
#include "check.h"
#include "seeded.h"
#include "verbus.h"

#include <string.h>

enum { MESSAGES = 288, SIZE = 1 << 10 };

static const struct verbus_session session = {.id = 7};

static verbus_journal_reader *open_first(const char *directory)
{
    verbus_journal *journal;
    verbus_journal_reader *reader;
    CLAIM(verbus_journal_open(directory, &journal, NULL) == VERBUS_OK);
    CLAIM(verbus_journal_read(journal, 0xabcdef, &reader, NULL) == VERBUS_OK);
    verbus_journal_close(journal);
    return reader;
}

/* A batch without room ends the poll, and the next one begins with the same message. */
static void batches_have_what_the_reader_has(const char *directory)
{
    static uint8_t bytes[SIZE];
    struct verbus_batch_message messages[16];
    struct verbus_batch batch = {.bytes = bytes, .size = sizeof bytes, .messages = messages, .message_limit = 16};
    verbus_journal_reader *one = open_first(directory);
    verbus_journal_reader *other = open_first(directory);
    struct verbus_record expected;
    struct verbus_record record;
    size_t count = 0;
    do {
        batch.used = batch.message_count = 0;
        int polled = verbus_journal_poll(one, verbus_batch_take, &batch, 20, &record, NULL);
        CLAIM(polled >= 0 && (size_t)polled == batch.message_count);
        for (size_t i = 0; i < batch.message_count; i++) {
            const struct verbus_batch_message *message = &messages[i];
            do
                CLAIM(verbus_journal_next(other, &expected, NULL) == 1);
            while (expected.type != VERBUS_RECORD_MESSAGE);
            CLAIM(message->session == 0xabcdef && message->position == 0 && message->offset % 8 == 0);
            CLAIM(message->sequence == expected.sequence && message->frames == expected.next - expected.sequence);
            CLAIM(message->published_ns == expected.published_ns);
            CLAIM(message->received_utc_ns == expected.received_utc_ns);
            CLAIM(message->length == expected.length);
            CLAIM(memcmp(bytes + message->offset, expected.payload, expected.length) == 0);
        }
        count += batch.message_count;
    } while (record.type != VERBUS_RECORD_END);
    CLAIM(verbus_journal_is_over(one));
    CLAIM(verbus_journal_poll(one, verbus_batch_take, &batch, 20, &record, NULL) == 0 && record.type == 0);
    CLAIM(count == MESSAGES);
    verbus_journal_reader_close(one);
    verbus_journal_reader_close(other);
}

static void batch_names_the_size_that_it_needs(void)
{
    uint8_t bytes[16];
    uint8_t payload[17] = {0};
    struct verbus_batch_message messages[2];
    struct verbus_batch batch = {.bytes = bytes, .size = sizeof bytes, .messages = messages, .message_limit = 2};
    struct verbus_message message = {.payload = payload, .length = 17, .session = &session};
    CLAIM(verbus_batch_take(&batch, &message) == VERBUS_NOT_TAKEN && batch.needed == 17);
    message.length = 3;
    CLAIM(verbus_batch_take(&batch, &message) == VERBUS_TAKEN && batch.needed == 0);
    CLAIM(verbus_batch_take(&batch, &message) == VERBUS_TAKEN && messages[1].offset == 8);
    message.length = 0;
    CLAIM(verbus_batch_take(&batch, &message) == VERBUS_NOT_TAKEN && batch.message_count == 2);
}

static void events_without_room_are_counted(void)
{
    struct verbus_batch_event events[6];
    struct verbus_batch_message messages[1];
    struct verbus_batch batch = {.messages = messages, .message_limit = 1, .events = events, .event_limit = 6};
    struct verbus_event event = {
        .type = VERBUS_GAP, .session = &session, .first = 3, .next = 5, .cause = 2, .description = "lapped"};
    struct verbus_message message = {.session = &session};
    for (int i = 0; i < 4; i++)
        verbus_batch_report(&batch, &event);
    CLAIM(verbus_batch_take(&batch, &message) == VERBUS_TAKEN);
    batch.message_count = 0;
    event.earlier = &session;
    for (int i = 0; i < 4; i++)
        verbus_batch_report(&batch, &event);
    CLAIM(verbus_batch_take(&batch, &message) == VERBUS_NOT_TAKEN); /* they are delivered first */
    CLAIM(batch.event_count == 6 && batch.unstored == 2);
    CLAIM(events[0].session.id == 7 && events[0].earlier.id == 0 && events[5].earlier.id == 7);
    CLAIM(events[5].first == 3 && events[5].next == 5 && events[5].cause == 2);
    CLAIM(strcmp(events[5].description, "lapped") == 0);
}

static void put16(uint8_t *memory, size_t offset, uint64_t value)
{
    memory[offset] = (uint8_t)value;
    memory[offset + 1] = (uint8_t)(value >> 8);
}

static void columns_have_fields_and_nulls(void)
{
    uint64_t values[4];
    uint64_t sequences[4];
    uint64_t null = UINT64_MAX;
    uint32_t wanted = 6;
    struct verbus_column fields[] = {
        {.offset = 0, .width = 4, .null = &null, .equals = &wanted},
        {.offset = 4, .width = 8, .since = 1, .null = &null, .values = values},
    };
    struct verbus_columns columns = {
        .schema = 3, .template_id = 16, .columns = fields, .column_count = 2, .capacity = 4, .sequences = sequences};
    uint8_t payload[20] = {12, 0, 16, 0, 3, 0, 1, 0, 6, 0, 0, 0, 42};
    struct verbus_message message = {.payload = payload, .length = 20, .session = &session, .sequence = 1};
    CLAIM(verbus_columns_take(&columns, &message) == VERBUS_TAKEN && columns.rows == 1 && values[0] == 42);
    payload[6] = 0; /* of the version before */
    payload[0] = 4;
    message.sequence = 2;
    message.length = 12;
    CLAIM(verbus_columns_take(&columns, &message) == VERBUS_TAKEN && columns.rows == 2 && values[1] == null);
    payload[8] = 5;
    CLAIM(verbus_columns_take(&columns, &message) == VERBUS_TAKEN && columns.rows == 2 && columns.others == 1);
    payload[2] = 17;
    CLAIM(verbus_columns_take(&columns, &message) == VERBUS_TAKEN && columns.rows == 2 && columns.others == 2);
    CLAIM(sequences[0] == 1 && sequences[1] == 2);
    payload[2] = 16;
    payload[8] = 6;
    columns.capacity = 2;
    CLAIM(verbus_columns_take(&columns, &message) == VERBUS_NOT_TAKEN && !columns.malformed);
    payload[6] = 1; /* too short for its version */
    CLAIM(verbus_columns_take(&columns, &message) == VERBUS_TAKEN && columns.malformed);
    CLAIM(columns.malformed_session == 7 && columns.malformed_sequence == 2);
    CLAIM(verbus_columns_take(&columns, &message) == VERBUS_NOT_TAKEN && columns.rows == 2);
}

/* Blocks of any length in memory of exactly the length of the message. */
static void any_bytes_are_a_row_or_malformed(void)
{
    struct seeded random = seeded_begin("batch_test");
    for (int round = 0; round < 20000; round++) {
        uint8_t stored[4][64];
        uint8_t null[64] = {0};
        struct verbus_column fields[4];
        size_t needed = 0;
        uint16_t version = (uint16_t)seeded_below(&random, 3);
        for (size_t i = 0; i < 4; i++) {
            fields[i] = (struct verbus_column){.offset = seeded_below(&random, 40),
                                               .width = 1 + seeded_below(&random, 64),
                                               .since = (uint16_t)seeded_below(&random, 3),
                                               .null = null,
                                               .values = stored[i]};
            size_t end = fields[i].offset + fields[i].width;
            needed = version >= fields[i].since && end > needed ? end : needed;
        }
        size_t length = seeded_below(&random, 120);
        size_t block = seeded_below(&random, 120);
        uint8_t *payload = malloc(length > 0 ? length : 1);
        CLAIM(payload != NULL);
        for (size_t i = 0; i < length; i++)
            payload[i] = (uint8_t)seeded_next(&random);
        bool is_of_template = length >= 8 && seeded_below(&random, 8) != 0;
        if (length >= 8) {
            put16(payload, 0, block);
            put16(payload, 2, is_of_template ? 16 : 17);
            put16(payload, 4, 3);
            put16(payload, 6, version);
        }
        struct verbus_columns columns = {
            .schema = 3, .template_id = 16, .columns = fields, .column_count = 4, .capacity = 1};
        struct verbus_message message = {.payload = payload, .length = length, .session = &session};
        CLAIM(verbus_columns_take(&columns, &message) == VERBUS_TAKEN);
        bool is_whole = is_of_template && block + 8 <= length && needed <= block;
        CLAIM(columns.rows == is_whole && columns.malformed == (is_of_template && !is_whole));
        for (size_t i = 0; i < 4 && is_whole; i++) {
            const uint8_t *value = version >= fields[i].since ? payload + 8 + fields[i].offset : null;
            CLAIM(memcmp(stored[i], value, fields[i].width) == 0);
        }
        free(payload);
    }
}

int main(int argc, char **argv)
{
    CLAIM(argc == 2);
    CLAIM(strcmp(verbus_client_version(), VERBUS_CLIENT_VERSION) == 0);
    batches_have_what_the_reader_has(argv[1]);
    batch_names_the_size_that_it_needs();
    events_without_room_are_counted();
    columns_have_fields_and_nulls();
    any_bytes_are_a_row_or_malformed();
    return 0;
}
