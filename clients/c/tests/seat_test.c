/* The rules of a seat, in virtual time, with a gateway of this test; then a seat on a bus. */
#include "bench.h"
#include "gateway.h"
#include "seeded.h"

#include "proof.h"
#include "seat_end.h"

enum { CAPACITY = 65536, SEAT = GATEWAY_SEAT, MOST_SENT = 4096, LINE = 160 };

static const int64_t ms = 1000000;
static const uint64_t in_session = 77;
static const char key[] = GATEWAY_SECRET;

/* A seat, the messages that it has sent and reported, and the numbers of its gateway. */
struct table {
    struct seat_end end;
    int64_t now_ns;
    uint64_t position;
    bool is_full;              /* the log refuses claims */
    uint8_t claimed[ESTABLISH_LENGTH];
    uint8_t sent[MOST_SENT][ESTABLISH_LENGTH];
    size_t sent_count;
    size_t read;               /* by the gateway */
    unsigned nonces;
    char events[64][LINE];
    size_t event_count;
    int64_t reports[1024];
    size_t report_count;

    uint64_t gateway;          /* session of orders.out */
    uint8_t challenge[ORDERS_NONCE_LENGTH];
    int64_t expected;          /* the next message that the gateway takes */
    int64_t next_report;
};

static int table_claim(void *context, size_t length, void **payload)
{
    struct table *table = context;
    CLAIM(length <= sizeof table->claimed);
    memset(table->claimed, 0xa5, sizeof table->claimed); /* a ring that has wrapped has old bytes */
    *payload = table->claimed;
    return table->is_full ? VERBUS_BACK_PRESSURED : VERBUS_OK;
}

static void table_commit(void *context, size_t length)
{
    struct table *table = context;
    CLAIM(table->sent_count < MOST_SENT);
    CLAIM(orders_get16(table->claimed, AT_BLOCK_LENGTH) == length - ORDERS_HEADER);
    memcpy(table->sent[table->sent_count++], table->claimed, length);
    table->position += (16 + length + 31) / 32 * 32;
}

static uint64_t table_position(void *context)
{
    return ((struct table *)context)->position;
}

static bool table_nonce(void *context, uint8_t nonce[ORDERS_NONCE_LENGTH])
{
    struct table *table = context;
    memset(nonce, 0, ORDERS_NONCE_LENGTH);
    nonce[0] = (uint8_t)++table->nonces;
    return true;
}

static void table_event(void *context, const struct verbus_seat_event *event)
{
    static const char *const names[] = {"", "established", "interrupted", "not taken", "missing", "not applied",
                                        "ended"};
    struct table *table = context;
    CLAIM(table->event_count < 64 && event->description != NULL);
    snprintf(table->events[table->event_count++], LINE, "%s %" PRId64 "-%" PRId64 " order %" PRId64 " %d %.80s",
             names[event->type], event->first, event->next, event->order, event->cause, event->description);
}

static void table_report(void *context, const struct verbus_report *report)
{
    struct table *table = context;
    CLAIM(table->report_count < 1024);
    table->reports[table->report_count++] = report->number;
}

static void open_seat(struct table *table, struct verbus_seat_settings settings)
{
    const struct seat_port port = {table, table_claim, table_commit, table_position, table_nonce};
    struct verbus_error error;
    memset(table, 0, sizeof *table);
    settings.name = settings.name == NULL ? "ALICE" : settings.name;
    settings.secret = key;
    settings.secret_length = sizeof key - 1;
    settings.keep_alive_ns = 90 * ms;
    settings.timeout_ns = 2000 * ms;
    settings.on_report = table_report;
    settings.on_event = table_event;
    settings.context = table;
    CLAIM(seat_end_open(&table->end, &settings, CAPACITY, &error) == VERBUS_OK);
    table->now_ns = 1000 * ms;
    table->expected = 1;
    table->next_report = 1;
    table->gateway = 500;
    seat_end_begin(&table->end, &port, in_session, table->now_ns);
}

static void close_seat(struct table *table)
{
    seat_end_close(&table->end);
}

static void step(struct table *table, int64_t ns)
{
    table->now_ns += ns;
    seat_end_work(&table->end, table->now_ns, true);
}

static bool deliver(struct table *table, uint64_t from, const uint8_t *message, size_t length)
{
    return seat_end_message(&table->end, table->now_ns, from, message, length);
}

static void put(uint8_t *message, size_t offset, int64_t value)
{
    verbus_put64(message, offset, (uint64_t)value);
}

static const uint8_t *last_sent(const struct table *table, unsigned template_id)
{
    CLAIM(table->sent_count > 0);
    const uint8_t *message = table->sent[table->sent_count - 1];
    CLAIM(orders_get16(message, AT_TEMPLATE) == template_id && orders_get16(message, AT_SCHEMA) == 2);
    return message;
}

static void send_challenge(struct table *table, uint8_t nonce)
{
    uint8_t message[CHALLENGE_LENGTH];
    memset(table->challenge, nonce, ORDERS_NONCE_LENGTH);
    gateway_challenge(last_sent(table, ESTABLISH), in_session, table->challenge, message);
    CLAIM(deliver(table, table->gateway, message, sizeof message));
}

static void make_established(const struct table *table, uint8_t message[GATEWAY_ESTABLISHED_LENGTH])
{
    gateway_established(last_sent(table, ESTABLISH), in_session, table->gateway, table->challenge, table->next_report,
                        table->expected, message);
}

/* The handshake from an attempt that is due. */
static void establish(struct table *table)
{
    uint8_t message[GATEWAY_ESTABLISHED_LENGTH];
    step(table, ms);
    CLAIM(table->end.state == SEAT_CONNECTING);
    send_challenge(table, (uint8_t)(0x40 + table->nonces));
    CLAIM(table->end.state == SEAT_PROVING);
    make_established(table, message);
    CLAIM(deliver(table, table->gateway, message, sizeof message));
    CLAIM(table->end.state == SEAT_ESTABLISHED);
}

static void expect_event(struct table *table, const char *begin)
{
    CLAIM(table->event_count > 0);
    if (strncmp(table->events[0], begin, strlen(begin)) != 0)
        fprintf(stderr, "%s, expected %s\n", table->events[0], begin);
    CLAIM(strncmp(table->events[0], begin, strlen(begin)) == 0);
    memmove(table->events[0], table->events[1], sizeof table->events - LINE);
    table->event_count--;
}

static size_t make_report(struct table *table, uint8_t *message, enum template_id template_id, size_t length,
                          int64_t answers, int64_t order)
{
    orders_begin(message, template_id, length, table->next_report++, SEAT);
    put(message, REPORT_EVENT, 1);
    put(message, REPORT_ANSWERS, answers);
    if (orders_is_about_order(template_id))
        put(message, REPORT_ORDER_ID, order);
    return length;
}

static void accept_order(struct table *table, int64_t answers, int64_t order)
{
    uint8_t message[ACCEPTED_LENGTH];
    (void)gateway_accepted(table->next_report++, answers, order, message);
    table->expected = answers > 0 ? answers + 1 : table->expected;
    CLAIM(deliver(table, table->gateway, message, sizeof message));
}

static bool send_sequence(struct table *table, uint64_t from)
{
    uint8_t message[SEQUENCE_LENGTH];
    orders_begin(message, SEQUENCE, SEQUENCE_LENGTH, table->next_report, SEAT);
    put(message, AT_EXPECTED, table->expected);
    verbus_put64(message, SEQUENCE_SESSION, in_session);
    return deliver(table, from, message, sizeof message);
}

static int64_t enter(struct table *table, int64_t id)
{
    return seat_end_enter(&table->end, table->now_ns,
                          &(struct verbus_order){
                              .id = id, .instrument = 5, .side = VERBUS_SELL, .quantity = 10, .price = 100});
}

static void seat_is_established_by_challenge_and_proof(void)
{
    static struct table table;
    uint8_t forged[GATEWAY_ESTABLISHED_LENGTH];
    open_seat(&table, (struct verbus_seat_settings){.cancel_on_disconnect = true, .next_report = 9});
    table.next_report = 9;
    CLAIM(enter(&table, 1) == VERBUS_NOT_ESTABLISHED);
    step(&table, 0);
    const uint8_t *first = last_sent(&table, ESTABLISH);
    static const uint8_t zeros[32];
    CLAIM(memcmp(first + ESTABLISH_PROOF, zeros, 32) == 0 && memcmp(first + ESTABLISH_GATEWAY_NONCE, zeros, 16) == 0);
    CLAIM(first[AT_CODE] == 'Y' && verbus_get64(first, AT_EXPECTED) == 9 && verbus_get32(first, 32) == 90);
    CLAIM(memcmp(first + ESTABLISH_NAME, "ALICE\0\0", 7) == 0 && verbus_get32(first, AT_INSTRUMENT) == UINT32_MAX);
    send_challenge(&table, 7);
    CLAIM(table.sent_count == 2 && memcmp(last_sent(&table, ESTABLISH) + ESTABLISH_GATEWAY_NONCE, "\7\7", 2) == 0);
    uint8_t signed_message[ESTABLISH_LENGTH];
    memcpy(signed_message, last_sent(&table, ESTABLISH), ESTABLISH_LENGTH);
    proof_sign(&table.end.secret, in_session, signed_message);
    CLAIM(memcmp(signed_message, last_sent(&table, ESTABLISH), ESTABLISH_LENGTH) == 0);
    send_challenge(&table, 7); /* a gateway reads an earlier message again */
    CLAIM(table.sent_count == 2);

    make_established(&table, forged);
    CLAIM(deliver(&table, table.gateway + 1, forged, sizeof forged)); /* a copy in another session */
    CLAIM(table.end.state == SEAT_PROVING);
    orders_put16(forged, AT_BLOCK_LENGTH, ESTABLISHED_LENGTH - ORDERS_HEADER); /* without a proof */
    CLAIM(deliver(&table, table.gateway, forged, sizeof forged) && table.end.state == SEAT_PROVING);
    make_established(&table, forged);
    CLAIM(deliver(&table, table.gateway, forged, sizeof forged) && table.end.state == SEAT_ESTABLISHED);
    expect_event(&table, "established 1-1");
    CLAIM(table.event_count == 0 && !table.end.is_resuming && seat_end_is_caught_up(&table.end));
    close_seat(&table);
}

static void silence_before_the_timeout_is_its_cause(void)
{
    static struct table table;
    static const char *const causes[] = {"ended 0-0 order 0 1 no gateway has established seat ALICE within 2000 ms",
                                         "ended 0-0 order 0 1 no gateway has proved within 2000 ms",
                                         "ended 0-0 order 0 2 seat ALICE was in use for 2000 ms"};
    for (int variant = 0; variant < 3; variant++) {
        uint8_t message[GATEWAY_ESTABLISHED_LENGTH];
        open_seat(&table, (struct verbus_seat_settings){0});
        step(&table, ms);
        if (variant == 1) {
            send_challenge(&table, 7);
            make_established(&table, message);
            message[ESTABLISHED_PROOF] ^= 1;
            CLAIM(deliver(&table, table.gateway, message, sizeof message));
        } else if (variant == 2) {
            orders_begin(message, ESTABLISH_REJECTED, ESTABLISH_REJECTED_LENGTH, 0, 0);
            verbus_put64(message, ESTABLISH_REJECTED_SESSION, in_session);
            memcpy(message + ESTABLISH_REJECTED_SEAT_NONCE, table.end.seat_nonce, ORDERS_NONCE_LENGTH);
            message[AT_CODE] = 'I';
            CLAIM(deliver(&table, table.gateway, message, ESTABLISH_REJECTED_LENGTH));
            CLAIM(table.end.state == SEAT_WAITING);
            step(&table, 19 * ms);
            CLAIM(table.sent_count == 1);
            step(&table, ms);
            CLAIM(table.sent_count == 2 && table.end.state == SEAT_CONNECTING); /* with another nonce */
            CLAIM(table.sent[1][ESTABLISH_SEAT_NONCE] != table.sent[0][ESTABLISH_SEAT_NONCE]);
        }
        step(&table, 1970 * ms);
        CLAIM(table.event_count == 0);
        step(&table, 30 * ms);
        expect_event(&table, causes[variant]);
        CLAIM(table.end.state == SEAT_ENDED && table.event_count == 0);
        close_seat(&table);
    }
}

static void rejection_ends_the_seat(void)
{
    static struct table table;
    uint8_t message[ESTABLISH_REJECTED_LENGTH];
    open_seat(&table, (struct verbus_seat_settings){0});
    step(&table, ms);
    orders_begin(message, ESTABLISH_REJECTED, ESTABLISH_REJECTED_LENGTH, 0, 0);
    verbus_put64(message, ESTABLISH_REJECTED_SESSION, in_session);
    message[AT_CODE] = 'P';
    CLAIM(deliver(&table, table.gateway, message, sizeof message)); /* of another attempt */
    CLAIM(table.end.state == SEAT_CONNECTING);
    memcpy(message + ESTABLISH_REJECTED_SEAT_NONCE, table.end.seat_nonce, ORDERS_NONCE_LENGTH);
    CLAIM(deliver(&table, table.gateway, message, sizeof message));
    expect_event(&table, "ended 0-0 order 0 2 the gateway has rejected seat ALICE: PROOF");
    close_seat(&table);
}

static void requests_have_the_fields_of_the_schema(void)
{
    static struct table table;
    open_seat(&table, (struct verbus_seat_settings){0});
    establish(&table);
    struct verbus_order order = {.id = -7, .instrument = 5, .side = VERBUS_BUY, .duration = VERBUS_IOC,
                                 .quantity = 11, .price = 12, .is_market = true, .post_only = true};
    CLAIM(seat_end_enter(&table.end, table.now_ns, &order) == 1);
    const uint8_t *sent = last_sent(&table, NEW_ORDER);
    CLAIM(verbus_get64(sent, AT_NUMBER) == 1 && verbus_get32(sent, AT_INSTRUMENT) == 5);
    CLAIM(orders_get16(sent, AT_SEAT) == SEAT && sent[AT_CODE] == 'B' && sent[AT_SECOND_CODE] == 'I');
    CLAIM(verbus_get64(sent, AT_EXPECTED) == 1 && (int64_t)verbus_get64(sent, 32) == -7);
    CLAIM(verbus_get64(sent, 40) == 11 && verbus_get64(sent, 48) == 12 && sent[56] == 'M' && sent[57] == 'Y');
    CLAIM(seat_end_enter(&table.end, table.now_ns, &order) == VERBUS_DUPLICATE_ORDER);
    order.id = 1;
    order.side = (enum verbus_side)'X';
    CLAIM(seat_end_enter(&table.end, table.now_ns, &order) == VERBUS_INVALID);
    order.side = VERBUS_SELL;
    order.duration = (enum verbus_duration)'X';
    CLAIM(seat_end_enter(&table.end, table.now_ns, &order) == VERBUS_INVALID);
    CLAIM(seat_end_replace(&table.end, table.now_ns, -7, -7, 1, 1) == VERBUS_DUPLICATE_ORDER);
    CLAIM(seat_end_replace(&table.end, table.now_ns, 9, 10, 1, 1) == VERBUS_UNKNOWN_ORDER);
    CLAIM(seat_end_replace(&table.end, table.now_ns, -7, 8, 13, 14) == 2);
    sent = last_sent(&table, REPLACE_ORDER);
    CLAIM((int64_t)verbus_get64(sent, 32) == -7 && verbus_get64(sent, 40) == 8 && verbus_get64(sent, 48) == 13);
    CLAIM(verbus_get64(sent, 56) == 14 && verbus_get32(sent, AT_INSTRUMENT) == UINT32_MAX);
    CLAIM(seat_end_reduce(&table.end, table.now_ns, 9, 1) == VERBUS_UNKNOWN_ORDER);
    CLAIM(seat_end_reduce(&table.end, table.now_ns, 8, 3) == 3);
    CLAIM(verbus_get64(last_sent(&table, REDUCE_ORDER), 40) == 3);
    CLAIM(seat_end_cancel(&table.end, table.now_ns, 9) == VERBUS_UNKNOWN_ORDER);
    CLAIM(seat_end_cancel(&table.end, table.now_ns, 8) == 4);
    CLAIM(verbus_get64(last_sent(&table, CANCEL_ORDER), 32) == 8);
    CLAIM(seat_end_mass_cancel(&table.end, table.now_ns, 6) == 5);
    CLAIM(verbus_get32(last_sent(&table, MASS_CANCEL), AT_INSTRUMENT) == 6);
    CLAIM(seat_end_request_open_orders(&table.end, table.now_ns) == 6);
    CLAIM(verbus_get64(last_sent(&table, OPEN_ORDERS_REQUEST), AT_NUMBER) == 6);
    table.is_full = true;
    CLAIM(enter(&table, 20) == VERBUS_BACK_PRESSURED && open_orders_find(&table.end.orders, 20) == NULL);
    close_seat(&table);
}

/* Each kind of report has its effect on the open orders. */
static void open_orders_follow_the_reports(void)
{
    static struct table table;
    uint8_t message[EXECUTED_LENGTH];
    open_seat(&table, (struct verbus_seat_settings){0});
    establish(&table);
    for (int64_t id = 1; id <= 200; id++) /* the table grows */
        CLAIM(enter(&table, id) == id);
    for (int64_t id = 1; id <= 200; id++)
        accept_order(&table, id, id);
    CLAIM(table.end.orders.count == 200 && table.end.window.first == 201);
    size_t length = make_report(&table, message, EXECUTED_REPORT, EXECUTED_LENGTH, 0, 1);
    put(message, EXECUTED_OPEN, 4);
    CLAIM(deliver(&table, table.gateway, message, length));
    CLAIM(open_orders_find(&table.end.orders, 1)->quantity == 4);
    length = make_report(&table, message, EXECUTED_REPORT, EXECUTED_LENGTH, 0, 1);
    put(message, EXECUTED_OPEN, 0);
    CLAIM(deliver(&table, table.gateway, message, length) && open_orders_find(&table.end.orders, 1) == NULL);
    length = make_report(&table, message, CANCELLED_REPORT, CANCELLED_LENGTH, 0, 2);
    CLAIM(deliver(&table, table.gateway, message, length) && open_orders_find(&table.end.orders, 2) == NULL);
    length = make_report(&table, message, REDUCED_REPORT, REDUCED_LENGTH, 0, 3);
    put(message, REDUCED_OPEN, 6);
    CLAIM(deliver(&table, table.gateway, message, length) && open_orders_find(&table.end.orders, 3)->quantity == 6);
    CLAIM(seat_end_replace(&table.end, table.now_ns, 4, 1004, 1, 1) == 201);
    length = make_report(&table, message, REPLACED_REPORT, REPLACED_LENGTH, 201, 4);
    put(message, REPLACED_NEW_ID, 1004);
    put(message, REPLACED_OPEN, 7);
    CLAIM(deliver(&table, table.gateway, message, length) && open_orders_find(&table.end.orders, 4) == NULL);
    CLAIM(open_orders_find(&table.end.orders, 1004)->quantity == 7);
    CLAIM(seat_end_replace(&table.end, table.now_ns, 5, 1005, 1, 1) == 202);
    length = make_report(&table, message, REFUSED_REPORT, REFUSED_LENGTH, 202, 5);
    CLAIM(deliver(&table, table.gateway, message, length) && open_orders_find(&table.end.orders, 1005) == NULL);
    CLAIM(open_orders_find(&table.end.orders, 5) != NULL);
    CLAIM(enter(&table, 2000) == 203);
    length = make_report(&table, message, REJECTED_REPORT, REJECTED_LENGTH, 203, 2000);
    CLAIM(deliver(&table, table.gateway, message, length) && open_orders_find(&table.end.orders, 2000) == NULL);
    accept_order(&table, 0, 3000); /* of an earlier process */
    CLAIM(open_orders_find(&table.end.orders, 3000)->quantity == INT64_MAX);
    for (int64_t id = 3001; id <= 3400; id++)
        accept_order(&table, 0, id);
    CLAIM(table.end.orders.count == 599 && open_orders_find(&table.end.orders, 3400) != NULL);
    for (int64_t id = 1; id <= 200; id++)
        CLAIM((open_orders_find(&table.end.orders, id) != NULL) == (id != 1 && id != 2 && id != 4));

    /* An answer about open orders replaces the known ones, except for orders that were sent later. */
    CLAIM(seat_end_request_open_orders(&table.end, table.now_ns) == 204);
    CLAIM(enter(&table, 4000) == 205);
    length = make_report(&table, message, OPEN_ORDER, OPEN_ORDER_LENGTH, 204, 150);
    put(message, OPEN_ORDER_OPEN, 8);
    CLAIM(deliver(&table, table.gateway, message, length));
    CLAIM(table.end.orders.count == 2 && open_orders_find(&table.end.orders, 150)->quantity == 8);
    CLAIM(open_orders_find(&table.end.orders, 4000)->quantity == 10);
    length = make_report(&table, message, OPEN_ORDERS_END, OPEN_ORDERS_END_LENGTH, 204, 0);
    CLAIM(deliver(&table, table.gateway, message, length) && table.end.orders.count == 2);
    CLAIM(table.report_count == (size_t)table.next_report - 1);
    close_seat(&table);
}

static void each_report_is_delivered_once(void)
{
    static struct table table;
    uint8_t first[ACCEPTED_LENGTH];
    uint8_t third[ACCEPTED_LENGTH];
    open_seat(&table, (struct verbus_seat_settings){0});
    establish(&table);
    table.event_count = 0;
    (void)make_report(&table, first, ACCEPTED_REPORT, sizeof first, 0, 1);
    table.next_report++;
    (void)make_report(&table, third, ACCEPTED_REPORT, sizeof third, 0, 3);
    CLAIM(deliver(&table, 9, first, sizeof first) && table.report_count == 0); /* not of its gateway */
    orders_put16(first, AT_SEAT, SEAT + 1);
    CLAIM(deliver(&table, table.gateway, first, sizeof first) && table.report_count == 0); /* to another seat */
    orders_put16(first, AT_SEAT, SEAT);
    CLAIM(deliver(&table, table.gateway, first, sizeof first) && table.report_count == 1);
    CLAIM(deliver(&table, table.gateway, first, sizeof first) && table.report_count == 1);

    CLAIM(!deliver(&table, table.gateway, third, sizeof third)); /* held */
    seat_end_work(&table.end, table.now_ns, false);
    CLAIM(!deliver(&table, table.gateway, third, sizeof third)); /* that poll was not at the end */
    seat_end_work(&table.end, table.now_ns, true);
    CLAIM(table.event_count == 0);
    CLAIM(deliver(&table, table.gateway, third, sizeof third));
    expect_event(&table, "missing 2-3");
    CLAIM(table.report_count == 2 && table.reports[1] == 3);
    step(&table, 0);
    CLAIM(verbus_get64(last_sent(&table, OPEN_ORDERS_REQUEST), AT_EXPECTED) == 4); /* once */
    size_t sent = table.sent_count;
    step(&table, 0);
    CLAIM(table.sent_count == sent);

    table.next_report = 6; /* a Sequence shows missing reports too */
    CLAIM(!send_sequence(&table, table.gateway));
    step(&table, 0);
    CLAIM(send_sequence(&table, table.gateway));
    expect_event(&table, "missing 4-6");
    close_seat(&table);
}

static void next_gateway_tells_which_requests_were_taken(void)
{
    static struct table table;
    open_seat(&table, (struct verbus_seat_settings){0});
    establish(&table);
    table.event_count = 0;
    for (int64_t id = 1; id <= 5; id++)
        CLAIM(enter(&table, id) == id);
    accept_order(&table, 1, 1);
    accept_order(&table, 2, 2);
    seat_end_session_ended(&table.end, table.now_ns, 12345, "another session");
    CLAIM(table.event_count == 0);
    seat_end_session_ended(&table.end, table.now_ns, table.gateway, "the gateway has ended");
    expect_event(&table, "interrupted 0-0 order 0 0 the gateway has ended");
    CLAIM(enter(&table, 6) == VERBUS_NOT_ESTABLISHED);
    table.gateway++;
    table.expected = 4; /* the third one was taken too */
    table.next_report = 4;
    establish(&table);
    expect_event(&table, "not taken 4-5 order 4");
    expect_event(&table, "not taken 5-6 order 5");
    expect_event(&table, "established 4-4");
    CLAIM(open_orders_find(&table.end.orders, 4) == NULL && open_orders_find(&table.end.orders, 3) != NULL);
    /* The reports of this gateway were not recognised before: they are read again. */
    uint8_t message[ACCEPTED_LENGTH];
    (void)gateway_accepted(3, 3, 3, message);
    CLAIM(table.end.is_resuming && !seat_end_is_caught_up(&table.end) && !send_sequence(&table, table.gateway));
    CLAIM(!deliver(&table, table.gateway, message, sizeof message));
    seat_end_resume(&table.end);
    for (table.next_report = 1; table.next_report < 4;) { /* it repeats all */
        int64_t number = table.next_report;
        (void)make_report(&table, message, ACCEPTED_REPORT, sizeof message, number, number);
        CLAIM(deliver(&table, table.gateway, message, sizeof message));
    }
    CLAIM(table.report_count == 3 && seat_end_is_caught_up(&table.end));
    CLAIM(enter(&table, 4) == 4); /* the number is used again */
    close_seat(&table);
}

static void heartbeats_show_both_ends(void)
{
    static struct table table;
    open_seat(&table, (struct verbus_seat_settings){0});
    establish(&table);
    table.event_count = 0;
    CLAIM(enter(&table, 1) == 1);
    size_t sent = table.sent_count;
    for (int i = 0; i < 10; i++) {
        step(&table, 29 * ms);
        CLAIM(table.sent_count == sent + (size_t)i);
        step(&table, ms);
        CLAIM(table.sent_count == sent + (size_t)i + 1 && verbus_get64(last_sent(&table, SEQUENCE), AT_NUMBER) == 2);
        CLAIM((int64_t)verbus_get64(last_sent(&table, SEQUENCE), 32) == INT64_MIN);
    }
    CLAIM(table.event_count == 0 && table.end.window.first == 1); /* 300 ms: the interval of the gateway */
    table.expected = 2;
    CLAIM(send_sequence(&table, table.gateway) && table.end.window.first == 2);
    step(&table, 300 * ms);
    CLAIM(table.event_count == 0);
    table.now_ns += ms;
    seat_end_work(&table.end, table.now_ns, false); /* a poll that has not read all shows nothing */
    CLAIM(table.event_count == 0);
    seat_end_missed(&table.end, table.now_ns);
    step(&table, 300 * ms);
    CLAIM(table.event_count == 0);
    step(&table, ms);
    expect_event(&table, "interrupted 0-0 order 0 0 nothing has arrived from the gateway for 300 ms");
    establish(&table);
    close_seat(&table);
}

static void unanswered_requests_fill_half_of_the_log_and_heartbeats_a_quarter(void)
{
    static struct table table;
    open_seat(&table, (struct verbus_seat_settings){0});
    establish(&table);
    uint64_t begin = table.position;
    int64_t id = 1;
    while (enter(&table, id) > 0)
        id++;
    CLAIM(enter(&table, id) == VERBUS_WINDOW_FULL && open_orders_find(&table.end.orders, id) == NULL);
    uint64_t used = table.position - begin;
    CLAIM(used <= CAPACITY / 2 && used > CAPACITY / 2 - 200);
    size_t before = table.sent_count;
    for (int i = 0; i < 1000; i++) {
        CLAIM(send_sequence(&table, table.gateway)); /* nothing more was taken */
        step(&table, 30 * ms);
    }
    used = table.position - begin;
    CLAIM(used <= CAPACITY / 4 * 3 && used > CAPACITY / 4 * 3 - 200 && table.sent_count > before + 100);
    table.expected = id;
    CLAIM(send_sequence(&table, table.gateway) && enter(&table, id) == id);
    close_seat(&table);
}

static void missed_answer_is_requested_again(void)
{
    static struct table table;
    open_seat(&table, (struct verbus_seat_settings){0});
    step(&table, ms);
    seat_end_missed(&table.end, table.now_ns);
    step(&table, 0);
    CLAIM(table.sent_count == 2);
    send_challenge(&table, 7);
    CLAIM(table.end.state == SEAT_PROVING);
    seat_end_session_ended(&table.end, table.now_ns, 600, "a gateway may have taken the proof");
    step(&table, 0);
    CLAIM(table.end.state == SEAT_CONNECTING && table.sent_count == 4);
    table.is_full = true;
    send_challenge(&table, 8);
    CLAIM(table.end.state == SEAT_WAITING);
    table.is_full = false;
    step(&table, 20 * ms);
    CLAIM(table.end.state == SEAT_CONNECTING);
    close_seat(&table);
}

static void make_terminated(struct table *table, uint8_t message[TERMINATED_LENGTH + SHA256_LENGTH], char cause)
{
    static const uint8_t none[ORDERS_NONCE_LENGTH];
    orders_begin(message, TERMINATED, TERMINATED_LENGTH + SHA256_LENGTH, table->next_report, SEAT);
    message[AT_CODE] = (uint8_t)cause;
    verbus_put64(message, TERMINATED_SESSION, in_session);
    put(message, TERMINATED_EXPECTED, table->expected);
    gateway_prove(message, TERMINATED_PROOF, table->gateway, none);
}

static void seat_ends_when_it_or_its_gateway_ends_it(void)
{
    static struct table table;
    uint8_t message[TERMINATED_LENGTH + SHA256_LENGTH];
    for (int variant = 0; variant < 3; variant++) {
        open_seat(&table, (struct verbus_seat_settings){0});
        establish(&table);
        table.event_count = 0;
        CLAIM(enter(&table, 1) == 1 && enter(&table, 2) == 2);
        table.expected = 2;
        if (variant < 2) {
            seat_end_terminate(&table.end, table.now_ns);
            CLAIM(verbus_get64(last_sent(&table, TERMINATE), AT_NUMBER) == 3);
            CLAIM(table.end.state == SEAT_TERMINATING && enter(&table, 3) == VERBUS_NOT_ESTABLISHED);
        }
        make_terminated(&table, message, variant == 2 ? 'M' : 'T');
        message[TERMINATED_PROOF] ^= 1;
        CLAIM(deliver(&table, table.gateway, message, sizeof message) && table.event_count == 0);
        if (variant == 0) {
            step(&table, 90 * ms);
            expect_event(&table, "ended 0-0 order 0 0 the gateway has not answered Terminate");
        } else {
            make_terminated(&table, message, variant == 2 ? 'M' : 'T');
            CLAIM(deliver(&table, table.gateway, message, sizeof message));
            expect_event(&table, "not taken 2-3 order 2");
            expect_event(&table, variant == 1 ? "ended 0-0 order 0 0 closed"
                                              : "ended 0-0 order 0 3 the gateway has disconnected the seat: ENTRIES_");
        }
        CLAIM(enter(&table, 3) == VERBUS_NOT_ESTABLISHED && table.end.state == SEAT_ENDED);
        CLAIM(deliver(&table, table.gateway, message, sizeof message) && table.event_count == 0);
        close_seat(&table);
    }
}

static void message_that_was_not_applied_ends_the_seat_or_its_connection(void)
{
    static struct table table;
    static const struct {
        char code;
        const char *event;
    } codes[] = {{'H', "ended 0-0 order 0 4 the gateway has not taken message 1, expected 1: HIGHER_NUMBER"},
                 {'S', "ended 0-0 order 0 3 the gateway had disconnected the seat before"},
                 {'N', "interrupted 0-0 order 0 0 the gateway does not know the session"}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        uint8_t message[NOT_APPLIED_LENGTH];
        open_seat(&table, (struct verbus_seat_settings){0});
        establish(&table);
        table.event_count = 0;
        orders_begin(message, NOT_APPLIED, NOT_APPLIED_LENGTH, 1, SEAT);
        message[AT_CODE] = (uint8_t)codes[i].code;
        put(message, NOT_APPLIED_REFUSED, 1);
        put(message, NOT_APPLIED_EXPECTED, 1);
        CLAIM(deliver(&table, table.gateway, message, sizeof message) && table.event_count == 0); /* to another */
        verbus_put64(message, NOT_APPLIED_SESSION, in_session);
        CLAIM(deliver(&table, 9, message, sizeof message) && table.event_count == 0); /* not of the gateway */
        CLAIM(deliver(&table, table.gateway, message, sizeof message));
        expect_event(&table, "not applied 1-0");
        expect_event(&table, codes[i].event);
        close_seat(&table);
    }
}

/* Messages with random fields and lengths, of the gateway too: sanitizers watch, and the state stays one of a seat. */
static void hostile_messages_do_no_harm(void)
{
    static struct table table;
    struct seeded random = seeded_begin("seat_test");
    static const int64_t values[] = {0, 1, 2, -1, INT64_MAX, INT64_MIN, INT64_MAX - 1, 1000};
    for (int history = 0; history < 200; history++) {
        open_seat(&table, (struct verbus_seat_settings){0});
        establish(&table);
        for (int i = 0; i < 200; i++) {
            uint8_t bytes[256];
            size_t length = seeded_below(&random, 130);
            uint8_t *message = bytes + sizeof bytes - length; /* the sanitizer sees a read after the end */
            for (size_t at = 0; at < length; at++)
                message[at] = (uint8_t)seeded_next(&random);
            if (length >= LENGTH_MIN && seeded_below(&random, 20) > 0) {
                orders_put16(message, AT_BLOCK_LENGTH, (unsigned)(length - ORDERS_HEADER - seeded_below(&random, 3)));
                orders_put16(message, AT_TEMPLATE, (unsigned)seeded_below(&random, 36));
                orders_put16(message, AT_SCHEMA, ORDERS_SCHEMA);
                orders_put16(message, AT_SEAT, SEAT);
                put(message, AT_NUMBER, values[seeded_below(&random, 8)]);
                for (size_t at = AT_EXPECTED; at + 8 <= length; at += 8)
                    if (seeded_below(&random, 3) > 0)
                        put(message, at, seeded_below(&random, 3) > 0 ? values[seeded_below(&random, 8)]
                                                                      : (int64_t)in_session);
            }
            (void)deliver(&table, table.gateway, message, length);
            if (i % 8 == 0)
                (void)enter(&table, values[seeded_below(&random, 8)]);
            table.event_count = 0;
            table.report_count = 0;
            table.sent_count = table.sent_count > 1000 ? 0 : table.sent_count;
            step(&table, (int64_t)seeded_below(&random, 20) * ms);
            CLAIM(table.end.window.first <= table.end.window.next && table.end.reports.next >= 1);
            CLAIM((unsigned)table.end.state <= SEAT_ENDED && table.end.orders.count * 2 <= table.end.orders.mask + 1);
        }
        close_seat(&table);
    }
}

static void invalid_settings_are_refused_in_one_sentence(void)
{
    struct bench bench;
    bench_open(&bench, 10000000000);
    static const struct {
        struct verbus_seat_settings settings;
        const char *text;
    } cases[] = {
        {{.secret = key, .secret_length = 16}, "invalid name of a seat \"\": use 1 to 32 ASCII characters"},
        {{.name = "0123456789012345678901234567890123", .secret = key, .secret_length = 16}, "invalid name of a seat"},
        {{.name = "\xc3\xa9", .secret = key, .secret_length = 16}, "invalid name of a seat"},
        {{.name = "A"}, "seat A has no secret, or two"},
        {{.name = "A", .secret = key, .secret_length = 16, .keep_alive_ns = 999999}, "invalid keep-alive interval"},
        {{.name = "A", .secret = key, .secret_length = 16, .next_report = -1}, "seat A has a negative timeout"},
        {{.name = "A", .secret = key, .secret_length = 16, .market = "a/b"}, "invalid stream name \"a/b.in\""},
        {{.name = "A", .secret = key, .secret_length = 16, .capacity = 1}, "a capacity of 1 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct verbus_error error;
        verbus_seat *seat = NULL;
        CLAIM(verbus_seat_open(bench.publisher_bus, &cases[i].settings, &seat, &error) == VERBUS_INVALID);
        CLAIM(seat == NULL && strncmp(error.text, cases[i].text, strlen(cases[i].text)) == 0);
    }
    bench_close(&bench);
}

static void seat_on_a_bus_without_a_gateway_ends_by_its_timeout(void)
{
    static struct table table;
    struct bench bench;
    verbus_seat *seat;
    bench_open(&bench, 10000000000);
    memset(&table, 0, sizeof table);
    struct verbus_seat_settings settings = {.name = "A",
                                            .market = "test",
                                            .secret = key,
                                            .secret_length = 16,
                                            .timeout_ns = 20 * ms,
                                            .capacity = 65536,
                                            .on_event = table_event,
                                            .context = &table};
    CLAIM(verbus_seat_open(bench.publisher_bus, &settings, &seat, NULL) == VERBUS_OK);
    CLAIM(verbus_seat_mass_cancel(seat, 1) == VERBUS_NOT_ESTABLISHED);
    while (verbus_seat_poll(seat) != VERBUS_CLOSED)
        bench_conduct(&bench);
    expect_event(&table, "ended 0-0 order 0 1 no gateway has established seat A within 20 ms");
    verbus_seat_close(seat);
    verbus_seat_close(NULL);
    bench_close(&bench);
}

int main(void)
{
    seat_is_established_by_challenge_and_proof();
    silence_before_the_timeout_is_its_cause();
    rejection_ends_the_seat();
    requests_have_the_fields_of_the_schema();
    open_orders_follow_the_reports();
    each_report_is_delivered_once();
    next_gateway_tells_which_requests_were_taken();
    heartbeats_show_both_ends();
    unanswered_requests_fill_half_of_the_log_and_heartbeats_a_quarter();
    missed_answer_is_requested_again();
    seat_ends_when_it_or_its_gateway_ends_it();
    message_that_was_not_applied_ends_the_seat_or_its_connection();
    hostile_messages_do_no_harm();
    invalid_settings_are_refused_in_one_sentence();
    seat_on_a_bus_without_a_gateway_ends_by_its_timeout();
    return 0;
}
