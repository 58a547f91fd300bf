/*
 * The unanswered messages of a seat. They fill at most half of its log: so while no gateway runs, the seat overwrites
 * none that is unread. Messages without a number may fill a further quarter. Allocates nothing once it is open.
 */
#ifndef VERBUS_SEND_WINDOW_H
#define VERBUS_SEND_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sent_message {
    int64_t number; /* 0: none */
    uint64_t position;
    int64_t order;  /* of a new order its id, of a replacement the new id, else the order's */
    unsigned template_id;
};

struct send_window {
    uint64_t capacity; /* of the log */
    int64_t mask;
    struct sent_message *messages;
    int64_t first;     /* the first unanswered message */
    int64_t next;      /* the next one to send */
};

/* Returns false without memory. */
bool window_open(struct send_window *window, uint64_t capacity);
void window_close(struct send_window *window);

/* Whether a numbered message may be sent at the end of the log, or another one. */
bool window_has_room(const struct send_window *window, uint64_t position, size_t length);
bool window_has_room_for_heartbeat(const struct send_window *window, uint64_t position, size_t length);

/* The next message was sent. */
void window_sent(struct send_window *window, uint64_t position, unsigned template_id, int64_t order);

/* All messages below a number were taken. */
void window_taken(struct send_window *window, int64_t end);

/* The next message has this number: all earlier ones are answered, or will never be. */
void window_restart(struct send_window *window, int64_t number);

/* The lowest number from a given one on that the window may still have: bounds searches, whatever a gateway sends. */
int64_t window_oldest(const struct send_window *window, int64_t from);

/* A message, also an answered one; null if the window does not have it any more. */
const struct sent_message *window_find(const struct send_window *window, int64_t number);

#endif
