#include "orders.h"

static const uint8_t lengths[TEMPLATE_LIMIT] = {
    [CHALLENGE] = CHALLENGE_LENGTH,
    [ESTABLISHED] = ESTABLISHED_LENGTH,
    [ESTABLISH_REJECTED] = ESTABLISH_REJECTED_LENGTH,
    [SEQUENCE] = SEQUENCE_LENGTH,
    [TERMINATED] = TERMINATED_LENGTH,
    [NOT_APPLIED] = NOT_APPLIED_LENGTH,
    [ACCEPTED_REPORT] = ACCEPTED_LENGTH,
    [REJECTED_REPORT] = REJECTED_LENGTH,
    [REPLACED_REPORT] = REPLACED_LENGTH,
    [REDUCED_REPORT] = REDUCED_LENGTH,
    [CANCELLED_REPORT] = CANCELLED_LENGTH,
    [EXECUTED_REPORT] = EXECUTED_LENGTH,
    [REFUSED_REPORT] = REFUSED_LENGTH,
    [MASS_CANCELLED_REPORT] = MASS_CANCELLED_LENGTH,
    [OPEN_ORDER] = OPEN_ORDER_LENGTH,
    [OPEN_ORDERS_END] = OPEN_ORDERS_END_LENGTH,
    [CONTROL_REPORT] = CONTROL_REPORT_LENGTH,
};

void orders_begin(uint8_t *message, enum template_id template_id, size_t length, int64_t number, unsigned seat)
{
    memset(message, 0, length);
    orders_put16(message, AT_BLOCK_LENGTH, (unsigned)(length - ORDERS_HEADER));
    orders_put16(message, AT_TEMPLATE, template_id);
    orders_put16(message, AT_SCHEMA, ORDERS_SCHEMA);
    orders_put16(message, AT_VERSION, ORDERS_VERSION);
    verbus_put64(message, AT_NUMBER, (uint64_t)number);
    verbus_put32(message, AT_INSTRUMENT, (uint32_t)ORDERS_NO_INSTRUMENT);
    orders_put16(message, AT_SEAT, seat);
}

bool orders_is_message(const uint8_t *message, size_t length)
{
    if (length < LENGTH_MIN || orders_get16(message, AT_SCHEMA) != ORDERS_SCHEMA)
        return false;
    size_t end = (size_t)ORDERS_HEADER + orders_get16(message, AT_BLOCK_LENGTH);
    unsigned template_id = orders_get16(message, AT_TEMPLATE);
    return end <= length && template_id < TEMPLATE_LIMIT && lengths[template_id] != 0 && end >= lengths[template_id];
}
