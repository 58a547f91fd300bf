/*
 * The seat's end, without a bus and a clock: times are parameters, on a monotonic clock. One thread uses it.
 *
 *                  Challenge             Established                       terminate
 *   CONNECTING ---------------> PROVING --------------> ESTABLISHED ------------------> TERMINATING
 *      ^   ^                       |                         |                               |
 *      |   | in time  in use, or   |          gateway silent |                               | Terminated,
 *      |   '-- WAITING <-- missed -'          or ended       |                               | or timeout
 *      '-----------------------------------------------------'                               v
 *                   any: rejected, disconnected, not applied, or timeout ----------------> ENDED
 *
 * Each report is delivered once, by its number. Messages with a number were taken or not: each Established has the last
 * one that was.
 */
#ifndef VERBUS_SEAT_END_H
#define VERBUS_SEAT_END_H

#include "open_orders.h"
#include "orders.h"
#include "sha256.h"
#include "verbus.h"

enum seat_state { SEAT_WAITING, SEAT_CONNECTING, SEAT_PROVING, SEAT_ESTABLISHED, SEAT_TERMINATING, SEAT_ENDED };

/* The log of the seat, and random bytes. */
struct seat_port {
    void *context;
    int (*claim)(void *context, size_t length, void **payload);
    void (*commit)(void *context, size_t length);
    uint64_t (*position)(void *context);
    bool (*fill_nonce)(void *context, uint8_t nonce[ORDERS_NONCE_LENGTH]);
};

/* Reports by number: a report above the next one is received again until a poll has read all that others have. */
struct report_numbers {
    int64_t next;
    bool is_held;
    bool accepts_gap;
};

struct seat_end {
    struct seat_port port;
    struct hmac secret;
    char name[ORDERS_NAME_LENGTH + 1];
    int64_t keep_alive_ns;
    int64_t timeout_ns;
    bool cancel_on_disconnect;
    void (*on_report)(void *context, const struct verbus_report *report);
    void (*on_event)(void *context, const struct verbus_seat_event *event);
    void *context;

    uint64_t session;         /* of orders.in that the port writes to */
    uint64_t gateway;         /* session of orders.out whose gateway has established the seat last; 0 before */
    enum seat_state state;
    unsigned seat;            /* its number */
    struct send_window window;
    struct open_orders orders;
    struct report_numbers reports;
    uint8_t seat_nonce[ORDERS_NONCE_LENGTH];
    uint8_t gateway_nonce[ORDERS_NONCE_LENGTH];
    int64_t deadline_ns;
    int64_t retry_ns;
    int64_t sent_ns;
    int64_t received_ns;
    int64_t gateway_keep_alive_ns;
    int64_t first_report;     /* the next report when the seat was established */
    bool is_open;             /* requests are accepted */
    bool is_resuming;         /* until seat_end_resume(): nothing is taken */
    bool awaits_open_orders;  /* they are still to be requested */
    bool was_in_use;
    bool was_unproven;        /* an Established had no valid proof */
    char text[320];
};

/* Checks the settings and takes them, without a port and a session; the first seat_end_work() begins. */
int seat_end_open(struct seat_end *end, const struct verbus_seat_settings *settings, uint64_t capacity,
                  struct verbus_error *error);
void seat_end_begin(struct seat_end *end, const struct seat_port *port, uint64_t session, int64_t now_ns);
void seat_end_close(struct seat_end *end);

/* Handles a message of a session of orders.out; false: deliver it again in a later poll, after those of others. */
bool seat_end_message(struct seat_end *end, int64_t now_ns, uint64_t from, const uint8_t *message, size_t length);

/*
 * Sends due messages, and detects that nothing arrives. The time was read before the last poll of orders.out, and that
 * poll has found nothing more if `drained`.
 */
void seat_end_work(struct seat_end *end, int64_t now_ns, bool drained);

/* A session of orders.out has ended, or is lost for good. */
void seat_end_session_ended(struct seat_end *end, int64_t now_ns, uint64_t session, const char *cause);

/* Messages of orders.out may have been missed: before a session began to be read, or in a gap. */
void seat_end_missed(struct seat_end *end, int64_t now_ns);

/* orders.out is now delivered from the oldest message, as `is_resuming` has requested. */
void seat_end_resume(struct seat_end *end);

bool seat_end_is_caught_up(const struct seat_end *end);
void seat_end_terminate(struct seat_end *end, int64_t now_ns);

/* Requests: see verbus.h. */
int64_t seat_end_enter(struct seat_end *end, int64_t now_ns, const struct verbus_order *order);
int64_t seat_end_replace(struct seat_end *end, int64_t now_ns, int64_t order, int64_t new_order, int64_t quantity,
                         int64_t price);
int64_t seat_end_reduce(struct seat_end *end, int64_t now_ns, int64_t order, int64_t left);
int64_t seat_end_cancel(struct seat_end *end, int64_t now_ns, int64_t order);
int64_t seat_end_mass_cancel(struct seat_end *end, int64_t now_ns, uint32_t instrument);
int64_t seat_end_request_open_orders(struct seat_end *end, int64_t now_ns);

#endif
