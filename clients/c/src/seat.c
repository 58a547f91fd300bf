/* A seat on the bus: its log in orders.in, and its subscription of orders.out. */
#include "bus.h"
#include "clock.h"
#include "error.h"
#include "publication.h"
#include "seat_end.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

enum {
    POLL_LIMIT = 64,
    USUAL_CAPACITY = 1 << 20,
    MARKET_SIZE = 113, /* a stream's name has at most 120 bytes */
};

struct verbus_seat {
    struct seat_end end;
    struct verbus_bus *bus;
    char market[MARKET_SIZE];
    struct verbus_publication *publication;
    struct verbus_subscription *subscription; /* null while orders.out cannot be read again */
    int64_t now_ns;                           /* of the last poll */
    bool has_missed;                          /* a poll may have missed messages */
};

static int claim(void *context, size_t length, void **payload)
{
    return verbus_claim(context, length, payload);
}

static void commit(void *context, size_t length)
{
    (void)verbus_commit(context, length);
}

static uint64_t position(void *context)
{
    const struct verbus_publication *publication = context;
    return atomic_load_explicit(&publication->writer.position, memory_order_relaxed);
}

static bool fill_nonce(void *context, uint8_t nonce[ORDERS_NONCE_LENGTH])
{
    (void)context;
    return getrandom(nonce, ORDERS_NONCE_LENGTH, 0) == ORDERS_NONCE_LENGTH;
}

static void on_session(void *context, const struct verbus_event *event)
{
    struct verbus_seat *seat = context;
    char text[200];
    switch (event->type) {
    case VERBUS_STARTED:
        seat->has_missed = seat->has_missed || event->first > 0 || event->session->id == seat->end.gateway;
        break;
    case VERBUS_GAP:
        seat->has_missed = true;
        break;
    case VERBUS_ENDED:
        seat_end_session_ended(&seat->end, seat->now_ns, event->session->id, "the gateway has ended");
        break;
    case VERBUS_LOST_SESSION:
        if (event->cause >= VERBUS_LOSS_DIED) { /* for good */
            (void)snprintf(text, sizeof text, "the gateway is lost: %s", event->description);
            seat_end_session_ended(&seat->end, seat->now_ns, event->session->id, text);
        }
        break;
    default:
        break;
    }
}

static enum verbus_action on_message(void *context, const struct verbus_message *message)
{
    struct verbus_seat *seat = context;
    bool taken = seat_end_message(&seat->end, seat->now_ns, message->session->id, message->payload, message->length);
    return taken ? VERBUS_TAKEN : VERBUS_NOT_TAKEN;
}

static int subscribe(struct verbus_seat *seat, enum verbus_start start, struct verbus_error *error)
{
    char stream[MARKET_SIZE + 4];
    char name[ORDERS_NAME_LENGTH + 6];
    (void)snprintf(stream, sizeof stream, "%s.out", seat->market);
    (void)snprintf(name, sizeof name, "seat %s", seat->end.name);
    struct verbus_subscription_settings settings = {.stream = stream,
                                                    .name = name,
                                                    .policy = VERBUS_SKIP,
                                                    .repair = VERBUS_REPAIR,
                                                    .start = start,
                                                    .on_event = on_session,
                                                    .context = seat};
    return verbus_subscribe(seat->bus, &settings, &seat->subscription, error);
}

static int publish(struct verbus_seat *seat, uint64_t capacity, struct verbus_error *error)
{
    char stream[MARKET_SIZE + 3];
    (void)snprintf(stream, sizeof stream, "%s.in", seat->market);
    struct verbus_publication_settings settings = {.stream = stream, .name = seat->end.name, .capacity = capacity};
    return verbus_publish(seat->bus, &settings, &seat->publication, error);
}

static void release(struct verbus_seat *seat)
{
    verbus_subscription_close(seat->subscription);
    verbus_publication_close(seat->publication);
    seat_end_close(&seat->end);
    free(seat);
}

int verbus_seat_open(verbus_bus *bus, const struct verbus_seat_settings *settings, verbus_seat **seat,
                     struct verbus_error *error)
{
    const char *market = settings->market != NULL ? settings->market : "orders";
    uint64_t capacity = settings->capacity != 0 ? settings->capacity : USUAL_CAPACITY;
    if (strnlen(market, MARKET_SIZE) == MARKET_SIZE)
        return verbus_fail(error, VERBUS_INVALID, "invalid name of a market \"%.113s\": use at most %d bytes", market,
                           MARKET_SIZE - 1);
    struct verbus_seat *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return verbus_fail(error, VERBUS_NO_ROOM, "no memory for a seat of market %s: free memory of the host", market);
    opened->bus = bus;
    opened->now_ns = bus_now_ns(bus);
    strcpy(opened->market, market);
    int status = seat_end_open(&opened->end, settings, capacity, error);
    if (status == VERBUS_OK)
        status = publish(opened, capacity, error);
    if (status == VERBUS_OK) /* before the first message is sent, so that no answer is missed */
        status = subscribe(opened, VERBUS_START_NEXT, error);
    if (status != VERBUS_OK) {
        release(opened);
        return status;
    }
    const struct seat_port port = {opened->publication, claim, commit, position, fill_nonce};
    seat_end_begin(&opened->end, &port, opened->publication->log.session.id, opened->now_ns);
    *seat = opened;
    return VERBUS_OK;
}

/* Until the seat was established, its reports could not be recognised: reads them from the oldest one. */
static int read_again(struct verbus_seat *seat)
{
    verbus_subscription_close(seat->subscription);
    seat->subscription = NULL;
    int status = subscribe(seat, VERBUS_START_OLDEST, NULL);
    if (status == VERBUS_OK)
        seat_end_resume(&seat->end);
    return status;
}

int verbus_seat_poll(verbus_seat *seat)
{
    struct seat_end *end = &seat->end;
    int status = VERBUS_OK;
    int count = 0;
    int more = 0;
    seat->now_ns = bus_now_ns(seat->bus);
    if (end->is_resuming)
        status = read_again(seat);
    if (status == VERBUS_OK)
        do {
            more = verbus_poll(seat->subscription, on_message, seat, POLL_LIMIT - count);
            count += more;
        } while (more > 0 && count < POLL_LIMIT);
    if (seat->has_missed) {
        seat->has_missed = false;
        seat_end_missed(end, seat->now_ns);
    }
    seat_end_work(end, seat->now_ns, status == VERBUS_OK && more == 0 && !end->is_resuming);
    if (end->state == SEAT_ENDED)
        return VERBUS_CLOSED;
    return status != VERBUS_OK ? status : count;
}

bool verbus_seat_is_established(const verbus_seat *seat)
{
    return seat_end_is_caught_up(&seat->end);
}

int64_t verbus_seat_unanswered(const verbus_seat *seat)
{
    return seat->end.window.next - seat->end.window.first;
}

int64_t verbus_seat_next_report(const verbus_seat *seat)
{
    return seat->end.reports.next;
}

int64_t verbus_seat_open_quantity(const verbus_seat *seat, int64_t order)
{
    const struct open_order *found = open_orders_find(&seat->end.orders, order);
    return found == NULL ? 0 : found->quantity;
}

int64_t verbus_seat_enter(verbus_seat *seat, const struct verbus_order *order)
{
    return seat_end_enter(&seat->end, seat->now_ns, order);
}

int64_t verbus_seat_replace(verbus_seat *seat, int64_t order, int64_t new_order, int64_t quantity, int64_t price)
{
    return seat_end_replace(&seat->end, seat->now_ns, order, new_order, quantity, price);
}

int64_t verbus_seat_reduce(verbus_seat *seat, int64_t order, int64_t left)
{
    return seat_end_reduce(&seat->end, seat->now_ns, order, left);
}

int64_t verbus_seat_cancel(verbus_seat *seat, int64_t order)
{
    return seat_end_cancel(&seat->end, seat->now_ns, order);
}

int64_t verbus_seat_mass_cancel(verbus_seat *seat, uint32_t instrument)
{
    return seat_end_mass_cancel(&seat->end, seat->now_ns, instrument);
}

int64_t verbus_seat_request_open_orders(verbus_seat *seat)
{
    return seat_end_request_open_orders(&seat->end, seat->now_ns);
}

void verbus_seat_terminate(verbus_seat *seat)
{
    seat_end_terminate(&seat->end, bus_now_ns(seat->bus));
}

void verbus_seat_close(verbus_seat *seat)
{
    enum { PAUSE_NS = 100000 };
    if (seat == NULL)
        return;
    verbus_seat_terminate(seat);
    while (verbus_seat_poll(seat) != VERBUS_CLOSED) {
        (void)verbus_conduct(seat->bus);
        verbus_sleep_ns(PAUSE_NS);
    }
    release(seat);
}
