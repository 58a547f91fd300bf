/* Messages of orders, as a seat writes and reads them. */
#ifndef VERBUS_ORDERS_H
#define VERBUS_ORDERS_H

#include "order_layout.h"
#include "words.h"

#include <stdbool.h>

/* A number above is not of a market: it leaves room for arithmetic. */
#define ORDERS_MAX_NUMBER (INT64_MAX / 2)

static inline uint16_t orders_get16(const uint8_t *message, size_t offset)
{
    uint16_t value;
    memcpy(&value, message + offset, sizeof value);
    return value;
}

static inline void orders_put16(uint8_t *message, size_t offset, unsigned value)
{
    uint16_t stored = (uint16_t)value;
    memcpy(message + offset, &stored, sizeof stored);
}

/* Clears a message, and writes the fields that all begin with. */
void orders_begin(uint8_t *message, enum template_id template_id, size_t length, int64_t number, unsigned seat);

/*
 * Whether bytes that are not trusted are a message of the gateway to a seat, which has at least the length of its
 * template. Templates that a seat does not use are not.
 */
bool orders_is_message(const uint8_t *message, size_t length);

/* Whether a report has the id of an order. */
static inline bool orders_is_about_order(unsigned template_id)
{
    return (template_id >= ACCEPTED_REPORT && template_id <= REFUSED_REPORT) || template_id == OPEN_ORDER;
}

static inline bool orders_is_report(unsigned template_id)
{
    return (template_id >= ACCEPTED_REPORT && template_id <= OPEN_ORDERS_END) || template_id == CONTROL_REPORT;
}

#endif
