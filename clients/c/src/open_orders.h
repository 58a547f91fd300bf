/*
 * The orders of a seat that are open, or sent and not yet answered, as its reports give them: a hash table of order
 * ids. Allocates only to grow.
 */
#ifndef VERBUS_OPEN_ORDERS_H
#define VERBUS_OPEN_ORDERS_H

#include "send_window.h"

struct open_order {
    int64_t id;
    int64_t quantity; /* open, or as sent; INT64_MAX: not known */
    bool is_used;
    bool is_pending;  /* sent and not yet answered */
};

struct open_orders {
    struct open_order *table; /* at most half of it is used */
    size_t mask;
    size_t count;
    const struct send_window *window;
    int64_t snapshot; /* the request whose open orders arrive; 0: none */
};

/* Returns false without memory. */
bool open_orders_open(struct open_orders *orders, const struct send_window *window);
void open_orders_close(struct open_orders *orders);

/* Makes room for another order, so that the next one that is sent or reported has it; false without memory. */
bool open_orders_reserve(struct open_orders *orders);

/* The order with an id; null if it is not open. Valid until the next call that changes the orders. */
const struct open_order *open_orders_find(const struct open_orders *orders, int64_t id);

/* An order was sent: a new one, or a replacement. */
void open_orders_sent(struct open_orders *orders, int64_t id, int64_t quantity);

/* A message was not taken. */
void open_orders_not_taken(struct open_orders *orders, const struct sent_message *message);

/* Applies a report; others than those about orders change nothing. */
void open_orders_apply(struct open_orders *orders, const uint8_t *report);

#endif
