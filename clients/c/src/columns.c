/* The fixed blocks of SBE messages as columns. No byte of a message is trusted, and each is loaded once. */
#include "verbus.h"
#include "words.h"

enum { HEADER_LENGTH = 8, TEMPLATE_AT = 2, SCHEMA_AT = 4, VERSION_AT = 6 };

static uint16_t get16(const uint8_t *memory, size_t offset)
{
    uint16_t value;
    memcpy(&value, memory + offset, sizeof value);
    return value;
}

/* Copies with a constant length are one instruction. */
static void copy(uint8_t *to, const uint8_t *from, size_t width)
{
    switch (width) {
    case 1:
        *to = *from;
        break;
    case 2:
        memcpy(to, from, 2);
        break;
    case 4:
        memcpy(to, from, 4);
        break;
    case 8:
        memcpy(to, from, 8);
        break;
    default:
        memcpy(to, from, width);
        break;
    }
}

static enum verbus_action skip(struct verbus_columns *columns)
{
    columns->others++;
    return VERBUS_TAKEN;
}

enum verbus_action verbus_columns_take(void *context, const struct verbus_message *message)
{
    struct verbus_columns *columns = context;
    const uint8_t *payload = message->payload;
    if (columns->malformed)
        return VERBUS_NOT_TAKEN;
    if (message->length < HEADER_LENGTH || get16(payload, TEMPLATE_AT) != columns->template_id
        || get16(payload, SCHEMA_AT) != columns->schema)
        return skip(columns);
    size_t length = get16(payload, 0);
    uint16_t version = get16(payload, VERSION_AT);
    const uint8_t *block = payload + HEADER_LENGTH;
    bool is_selected = true;
    columns->malformed = length > message->length - HEADER_LENGTH;
    for (size_t i = 0; i < columns->column_count && !columns->malformed; i++) {
        const struct verbus_column *column = &columns->columns[i];
        bool is_present = version >= column->since;
        columns->malformed = is_present && (column->width > length || column->offset > length - column->width);
        if (!columns->malformed && column->equals != NULL)
            is_selected = memcmp(is_present ? block + column->offset : column->null, column->equals, column->width) == 0
                          && is_selected;
    }
    if (columns->malformed) {
        columns->malformed_session = message->session->id;
        columns->malformed_sequence = message->sequence;
        return VERBUS_TAKEN;
    }
    if (!is_selected)
        return skip(columns);
    size_t row = columns->rows;
    if (row == columns->capacity)
        return VERBUS_NOT_TAKEN;
    for (size_t i = 0; i < columns->column_count; i++) {
        const struct verbus_column *column = &columns->columns[i];
        if (column->values != NULL)
            copy((uint8_t *)column->values + row * column->width,
                 version >= column->since ? block + column->offset : column->null, column->width);
    }
    if (columns->sessions != NULL)
        columns->sessions[row] = message->session->id;
    if (columns->sequences != NULL)
        columns->sequences[row] = message->sequence;
    if (columns->published_ns != NULL)
        columns->published_ns[row] = message->published_ns;
    if (columns->received_utc_ns != NULL)
        columns->received_utc_ns[row] = message->received_utc_ns;
    columns->rows = row + 1;
    return VERBUS_TAKEN;
}
