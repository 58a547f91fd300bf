#include "seat_end.h"

#include "error.h"
#include "order_codes.h"
#include "proof.h"
#include "report.h"
#include "seat_requests.h"

#include <stdio.h>

static const int64_t retry_pause_ns = 20000000;
static const int64_t usual_keep_alive_ns = 1000000000;
static const int64_t most_keep_alive_ns = 3600000000000;
static const int64_t usual_timeout_ns = 10000000000;

static int check(const struct verbus_seat_settings *settings, struct verbus_error *error)
{
    size_t length = settings->name == NULL ? 0 : strnlen(settings->name, ORDERS_NAME_LENGTH + 1);
    bool is_ascii = true;
    for (size_t i = 0; i < length; i++)
        is_ascii = is_ascii && (unsigned char)settings->name[i] < 0x80;
    if (length == 0 || length > ORDERS_NAME_LENGTH || !is_ascii)
        return verbus_fail(error, VERBUS_INVALID, "invalid name of a seat \"%.33s\": use 1 to %d ASCII characters",
                           settings->name == NULL ? "" : settings->name, ORDERS_NAME_LENGTH);
    if (settings->keep_alive_ns != 0
        && (settings->keep_alive_ns < 1000000 || settings->keep_alive_ns > most_keep_alive_ns))
        return verbus_fail(error, VERBUS_INVALID, "invalid keep-alive interval of seat %s, %lld ns: use 1 ms to 1 h",
                           settings->name, (long long)settings->keep_alive_ns);
    if (settings->timeout_ns < 0 || settings->next_report < 0 || settings->next_report > ORDERS_MAX_NUMBER)
        return verbus_fail(error, VERBUS_INVALID,
                           "seat %s has a negative timeout or an invalid next report: reports are numbered from 1",
                           settings->name);
    return VERBUS_OK;
}

int seat_end_open(struct seat_end *end, const struct verbus_seat_settings *settings, uint64_t capacity,
                  struct verbus_error *error)
{
    int status = check(settings, error);
    if (status == VERBUS_OK)
        status = proof_secret(settings, &end->secret, error);
    if (status != VERBUS_OK)
        return status;
    memcpy(end->name, settings->name, strlen(settings->name));
    end->keep_alive_ns = settings->keep_alive_ns != 0 ? settings->keep_alive_ns : usual_keep_alive_ns;
    end->timeout_ns = settings->timeout_ns != 0 ? settings->timeout_ns : usual_timeout_ns;
    end->cancel_on_disconnect = settings->cancel_on_disconnect;
    end->reports.next = settings->next_report != 0 ? settings->next_report : 1;
    end->on_report = settings->on_report;
    end->on_event = settings->on_event;
    end->context = settings->context;
    if (!window_open(&end->window, capacity) || !open_orders_open(&end->orders, &end->window))
        return verbus_fail(error, VERBUS_NO_ROOM, "no memory for seat %s: free memory of the host", end->name);
    return VERBUS_OK;
}

void seat_end_begin(struct seat_end *end, const struct seat_port *port, uint64_t session, int64_t now_ns)
{
    end->port = *port;
    end->session = session;
    end->state = SEAT_WAITING;
    end->retry_ns = now_ns;
    end->deadline_ns = now_ns + end->timeout_ns;
}

void seat_end_close(struct seat_end *end)
{
    window_close(&end->window);
    open_orders_close(&end->orders);
    explicit_bzero(&end->secret, sizeof end->secret);
}

static void emit(struct seat_end *end, const struct verbus_seat_event *event)
{
    if (end->on_event != NULL)
        end->on_event(end->context, event);
}

static void finish(struct seat_end *end, enum verbus_seat_end cause, const char *description)
{
    if (end->state == SEAT_ENDED)
        return;
    end->state = SEAT_ENDED;
    end->is_open = false;
    emit(end, &(struct verbus_seat_event){
                  .type = VERBUS_SEAT_ENDED, .cause = (int)cause, .description = description});
}

static void attempt_again(struct seat_end *end, int64_t at_ns)
{
    end->state = SEAT_WAITING;
    end->retry_ns = at_ns;
}

static bool is_attempting(const struct seat_end *end)
{
    return end->state == SEAT_CONNECTING || end->state == SEAT_PROVING;
}

static void lose_gateway(struct seat_end *end, int64_t now_ns, const char *cause)
{
    if (end->state == SEAT_ESTABLISHED)
        emit(end, &(struct verbus_seat_event){.type = VERBUS_SEAT_INTERRUPTED, .description = cause});
    if (end->state == SEAT_ESTABLISHED || is_attempting(end)) {
        end->is_open = false;
        end->was_in_use = false;
        end->deadline_ns = now_ns + end->timeout_ns;
        attempt_again(end, now_ns);
    }
}

/* No attempt has succeeded in time. */
static void time_out(struct seat_end *end)
{
    long long ms = end->timeout_ns / 1000000;
    if (end->was_in_use)
        (void)snprintf(end->text, sizeof end->text,
                       "seat %s was in use for %lld ms: end the other process that uses it (one that hangs keeps it for"
                       " its keep-alive interval)", end->name, ms);
    else if (end->was_unproven)
        (void)snprintf(end->text, sizeof end->text,
                       "no gateway has proved within %lld ms that it has the secret of seat %s: another process has"
                       " answered, or a gateway of an earlier release; end that one", ms, end->name);
    else
        (void)snprintf(end->text, sizeof end->text, "no gateway has established seat %s within %lld ms", end->name, ms);
    finish(end, end->was_in_use ? VERBUS_SEAT_END_REJECTED : VERBUS_SEAT_END_TIMEOUT, end->text);
}

static void connect(struct seat_end *end, int64_t now_ns)
{
    if (now_ns - end->deadline_ns >= 0) {
        time_out(end);
    } else if (end->state == SEAT_WAITING && now_ns - end->retry_ns >= 0) {
        memset(end->gateway_nonce, 0, sizeof end->gateway_nonce);
        if (end->port.fill_nonce(end->port.context, end->seat_nonce) && seat_requests_establish(end, false))
            end->state = SEAT_CONNECTING;
        else
            end->retry_ns = now_ns + retry_pause_ns;
    }
}

static void keep_alive(struct seat_end *end, int64_t now_ns, bool drained)
{
    if (drained && now_ns - end->received_ns > end->gateway_keep_alive_ns) {
        (void)snprintf(end->text, sizeof end->text, "nothing has arrived from the gateway for %lld ms",
                       (long long)(end->gateway_keep_alive_ns / 1000000));
        lose_gateway(end, now_ns, end->text);
        return;
    }
    if (end->awaits_open_orders && seat_end_request_open_orders(end, now_ns) >= 0)
        end->awaits_open_orders = false;
    if (now_ns - end->sent_ns >= end->keep_alive_ns / 3)
        (void)seat_requests_heartbeat(end, now_ns);
}

void seat_end_work(struct seat_end *end, int64_t now_ns, bool drained)
{
    end->reports.accepts_gap = end->reports.is_held && drained;
    end->reports.is_held = false;
    switch (end->state) {
    case SEAT_WAITING:
    case SEAT_CONNECTING:
    case SEAT_PROVING:
        connect(end, now_ns);
        break;
    case SEAT_ESTABLISHED:
        keep_alive(end, now_ns, drained);
        break;
    case SEAT_TERMINATING:
        if (now_ns - end->deadline_ns >= 0)
            finish(end, VERBUS_SEAT_END_CLOSED, "the gateway has not answered Terminate");
        break;
    case SEAT_ENDED:
        break;
    }
}

/* Whether a number is at most the next one, or becomes that because those before it are missing. */
static bool is_next(struct seat_end *end, int64_t number)
{
    int64_t first = end->reports.next;
    if (number <= first)
        return true;
    if (!end->reports.accepts_gap) {
        end->reports.is_held = true;
        return false;
    }
    end->reports.accepts_gap = false;
    end->reports.next = number;
    end->awaits_open_orders = true;
    emit(end, &(struct verbus_seat_event){
                  .type = VERBUS_SEAT_MISSING, .first = first, .next = number, .description = ""});
    return true;
}

static bool on_report(struct seat_end *end, int64_t now_ns, const uint8_t *message, size_t length)
{
    int64_t number = (int64_t)verbus_get64(message, AT_NUMBER);
    int64_t answers = (int64_t)verbus_get64(message, REPORT_ANSWERS);
    if (number < 1 || number > ORDERS_MAX_NUMBER || answers < 0 || answers > ORDERS_MAX_NUMBER)
        return true;
    if (end->state == SEAT_ESTABLISHED)
        end->received_ns = now_ns;
    if (number < end->reports.next)
        return true;
    if (!open_orders_reserve(&end->orders) || !is_next(end, number))
        return false;
    end->reports.next++;
    open_orders_apply(&end->orders, message);
    window_taken(&end->window, answers + 1);
    if (end->on_report != NULL) {
        struct verbus_report report;
        report_decode(message, length, &report);
        end->on_report(end->context, &report);
    }
    return true;
}

static bool on_sequence(struct seat_end *end, int64_t now_ns, const uint8_t *message)
{
    int64_t number = (int64_t)verbus_get64(message, AT_NUMBER);
    if (end->state != SEAT_ESTABLISHED || verbus_get64(message, SEQUENCE_SESSION) != end->session
        || number > ORDERS_MAX_NUMBER)
        return true;
    end->received_ns = now_ns;
    window_taken(&end->window, (int64_t)verbus_get64(message, AT_EXPECTED));
    return is_next(end, number);
}

static void on_challenge(struct seat_end *end, int64_t now_ns, const uint8_t *message)
{
    const uint8_t *nonce = message + CHALLENGE_GATEWAY_NONCE;
    if (!is_attempting(end) || verbus_get64(message, CHALLENGE_SESSION) != end->session
        || memcmp(message + CHALLENGE_SEAT_NONCE, end->seat_nonce, ORDERS_NONCE_LENGTH) != 0
        || memcmp(nonce, end->gateway_nonce, ORDERS_NONCE_LENGTH) == 0) /* a gateway may read a message again */
        return;
    memcpy(end->gateway_nonce, nonce, ORDERS_NONCE_LENGTH);
    if (seat_requests_establish(end, true))
        end->state = SEAT_PROVING;
    else
        attempt_again(end, now_ns + retry_pause_ns);
}

/*
 * The gateway takes this number next: messages from it on were not taken. Also those that seem answered: if another
 * process had the seat meanwhile, the reports were answers to its messages, which have the same numbers.
 */
static void report_not_taken(struct seat_end *end, int64_t next)
{
    for (int64_t number = window_oldest(&end->window, next); number < end->window.next; number++) {
        const struct sent_message *message = window_find(&end->window, number);
        if (message != NULL) {
            open_orders_not_taken(&end->orders, message);
            emit(end, &(struct verbus_seat_event){.type = VERBUS_SEAT_NOT_TAKEN,
                                                  .first = number,
                                                  .next = number + 1,
                                                  .order = message->order,
                                                  .description = ""});
        }
    }
    window_restart(&end->window, next);
}

static bool is_number(int64_t value)
{
    return value >= 1 && value <= ORDERS_MAX_NUMBER;
}

static void on_established(struct seat_end *end, int64_t now_ns, uint64_t from, const uint8_t *message)
{
    int64_t expected = (int64_t)verbus_get64(message, ESTABLISHED_EXPECTED);
    if (end->state != SEAT_PROVING || verbus_get64(message, ESTABLISHED_SESSION) != end->session
        || memcmp(message + ESTABLISHED_SEAT_NONCE, end->seat_nonce, ORDERS_NONCE_LENGTH) != 0 || !is_number(expected))
        return;
    if (!proof_is_established(&end->secret, from, end->gateway_nonce, message)) {
        end->was_unproven = true; /* that of the gateway may follow */
        return;
    }
    bool is_other = end->gateway != from;
    end->was_unproven = false;
    end->was_in_use = false;
    end->gateway = from;
    end->seat = orders_get16(message, AT_SEAT);
    end->first_report = (int64_t)verbus_get64(message, AT_NUMBER);
    report_not_taken(end, expected);
    end->gateway_keep_alive_ns = (int64_t)verbus_get32(message, ESTABLISHED_KEEP_ALIVE) * 1000000;
    end->received_ns = now_ns;
    end->sent_ns = now_ns;
    end->state = SEAT_ESTABLISHED;
    end->is_open = true;
    /* Reports in this session were not taken before: their gateway was not known. */
    end->is_resuming = is_other && end->reports.next < end->first_report;
    emit(end, &(struct verbus_seat_event){
                  .type = VERBUS_SEAT_ESTABLISHED, .first = expected, .next = expected, .description = ""});
}

static void on_rejected(struct seat_end *end, int64_t now_ns, const uint8_t *message)
{
    int code = message[AT_CODE];
    if (!is_attempting(end) || verbus_get64(message, ESTABLISH_REJECTED_SESSION) != end->session
        || memcmp(message + ESTABLISH_REJECTED_SEAT_NONCE, end->seat_nonce, ORDERS_NONCE_LENGTH) != 0)
        return;
    if (code == REJECT_SEAT_IN_USE) {
        end->was_in_use = true;
        attempt_again(end, now_ns + retry_pause_ns);
        return;
    }
    (void)snprintf(end->text, sizeof end->text, "the gateway has rejected seat %s: %s%s", end->name,
                   name_of_establish_reject(code),
                   code == REJECT_EARLIER_GATEWAY
                       ? ": the orders of that gateway are lost, start this process again"
                       : "");
    finish(end, VERBUS_SEAT_END_REJECTED, end->text);
}

/* The gateway need not have established the seat: it may have read that another one had. */
static void on_terminated(struct seat_end *end, uint64_t from, const uint8_t *message)
{
    int64_t expected = (int64_t)verbus_get64(message, TERMINATED_EXPECTED);
    int cause = message[AT_CODE];
    if (verbus_get64(message, TERMINATED_SESSION) != end->session || !is_number(expected)
        || !proof_is_terminated(&end->secret, from, message))
        return;
    end->is_open = false;
    report_not_taken(end, expected);
    if (end->state == SEAT_TERMINATING) {
        finish(end, VERBUS_SEAT_END_CLOSED, "closed");
        return;
    }
    (void)snprintf(end->text, sizeof end->text, "the gateway has disconnected the seat: %s%s",
                   name_of_disconnect(cause),
                   cause == DISCONNECT_ENTRIES_LOST
                       ? ", its journal lacks the end of the market before it: messages and reports that it does not"
                         " know are void, start this process again"
                       : "");
    finish(end, VERBUS_SEAT_END_DISCONNECTED, end->text);
}

static void on_not_applied(struct seat_end *end, int64_t now_ns, const uint8_t *message)
{
    int code = message[AT_CODE];
    int64_t refused = (int64_t)verbus_get64(message, NOT_APPLIED_REFUSED);
    if (verbus_get64(message, NOT_APPLIED_SESSION) != end->session)
        return;
    emit(end, &(struct verbus_seat_event){.type = VERBUS_SEAT_NOT_APPLIED,
                                          .cause = code,
                                          .first = refused,
                                          .description = name_of_not_applied(code)});
    if (code == NOT_APPLIED_STALE_SESSION) {
        finish(end, VERBUS_SEAT_END_DISCONNECTED, "the gateway had disconnected the seat before");
    } else if (code == NOT_APPLIED_NOT_ESTABLISHED) {
        lose_gateway(end, now_ns, "the gateway does not know the session"); /* sent before the gateway had begun */
    } else if (end->state == SEAT_ESTABLISHED || end->state == SEAT_TERMINATING) {
        (void)snprintf(end->text, sizeof end->text, "the gateway has not taken message %lld, expected %lld: %s",
                       (long long)refused, (long long)verbus_get64(message, NOT_APPLIED_EXPECTED),
                       name_of_not_applied(code));
        finish(end, VERBUS_SEAT_END_NOT_APPLIED, end->text);
    }
}

bool seat_end_message(struct seat_end *end, int64_t now_ns, uint64_t from, const uint8_t *message, size_t length)
{
    if (end->is_resuming)
        return false;
    if (end->state == SEAT_ENDED || !orders_is_message(message, length))
        return true;
    unsigned template_id = orders_get16(message, AT_TEMPLATE);
    bool is_of_gateway = end->gateway != 0 && from == end->gateway; /* any process may write to orders.out */
    if (orders_is_report(template_id))
        return !is_of_gateway || orders_get16(message, AT_SEAT) != end->seat
               || on_report(end, now_ns, message, length);
    switch (template_id) {
    case CHALLENGE:
        on_challenge(end, now_ns, message);
        return true;
    case ESTABLISHED:
        on_established(end, now_ns, from, message);
        return true;
    case ESTABLISH_REJECTED:
        on_rejected(end, now_ns, message);
        return true;
    case TERMINATED:
        on_terminated(end, from, message);
        return true;
    case NOT_APPLIED:
        if (is_of_gateway)
            on_not_applied(end, now_ns, message);
        return true;
    case SEQUENCE:
        return !is_of_gateway || on_sequence(end, now_ns, message);
    default:
        return true;
    }
}

void seat_end_session_ended(struct seat_end *end, int64_t now_ns, uint64_t session, const char *cause)
{
    if (session == end->gateway)
        lose_gateway(end, now_ns, cause);
    else if (end->state == SEAT_PROVING)
        /* It may be of a gateway that has taken the proof and ended before it could answer; the next one continues
           after the proof, and does not answer it either. */
        attempt_again(end, now_ns);
}

void seat_end_missed(struct seat_end *end, int64_t now_ns)
{
    end->received_ns = now_ns; /* the gateway does not count as silent before */
    if (is_attempting(end))    /* the attempt may have been answered there */
        attempt_again(end, now_ns);
}

void seat_end_resume(struct seat_end *end)
{
    end->is_resuming = false;
}

bool seat_end_is_caught_up(const struct seat_end *end)
{
    return end->state == SEAT_ESTABLISHED && end->reports.next >= end->first_report;
}

void seat_end_terminate(struct seat_end *end, int64_t now_ns)
{
    if (end->state == SEAT_ESTABLISHED && seat_requests_terminate(end)) {
        end->state = SEAT_TERMINATING;
        end->deadline_ns = now_ns + end->keep_alive_ns;
        end->is_open = false;
    } else if (end->state != SEAT_TERMINATING) {
        finish(end, VERBUS_SEAT_END_CLOSED, "closed before it was established");
    }
}
