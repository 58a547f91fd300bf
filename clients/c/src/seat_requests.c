#include "seat_requests.h"

#include "proof.h"

static void put(uint8_t *message, size_t offset, int64_t value)
{
    verbus_put64(message, offset, (uint64_t)value);
}

/* Claims a message without a number of its own; null if there is no room. */
static uint8_t *claim_other(struct seat_end *end, enum template_id template_id, size_t length)
{
    void *message;
    if (!window_has_room_for_heartbeat(&end->window, end->port.position(end->port.context), length)
        || end->port.claim(end->port.context, length, &message) != VERBUS_OK)
        return NULL;
    orders_begin(message, template_id, length, end->window.next, end->seat);
    put(message, AT_EXPECTED, end->reports.next);
    return message;
}

bool seat_requests_establish(struct seat_end *end, bool proves)
{
    uint8_t *message = claim_other(end, ESTABLISH, ESTABLISH_LENGTH);
    if (message == NULL)
        return false;
    orders_put16(message, AT_SEAT, 0); /* the name identifies it */
    message[AT_CODE] = end->cancel_on_disconnect ? CODE_YES : CODE_NO;
    verbus_put32(message, ESTABLISH_KEEP_ALIVE, (uint32_t)(end->keep_alive_ns / 1000000));
    memcpy(message + ESTABLISH_SEAT_NONCE, end->seat_nonce, ORDERS_NONCE_LENGTH);
    memcpy(message + ESTABLISH_GATEWAY_NONCE, end->gateway_nonce, ORDERS_NONCE_LENGTH);
    memcpy(message + ESTABLISH_NAME, end->name, ORDERS_NAME_LENGTH);
    if (proves)
        proof_sign(&end->secret, end->session, message);
    end->port.commit(end->port.context, ESTABLISH_LENGTH);
    return true;
}

bool seat_requests_heartbeat(struct seat_end *end, int64_t now_ns)
{
    uint8_t *message = claim_other(end, SEQUENCE, SEQUENCE_LENGTH);
    if (message == NULL)
        return false;
    put(message, SEQUENCE_SESSION, INT64_MIN); /* only a gateway gives it */
    end->port.commit(end->port.context, SEQUENCE_LENGTH);
    end->sent_ns = now_ns;
    return true;
}

bool seat_requests_terminate(struct seat_end *end)
{
    if (claim_other(end, TERMINATE, TERMINATE_LENGTH) == NULL)
        return false;
    end->port.commit(end->port.context, TERMINATE_LENGTH);
    return true;
}

/* Claims the next numbered message. */
static int claim(struct seat_end *end, enum template_id template_id, size_t length, uint8_t **message)
{
    void *claimed;
    if (!end->is_open)
        return VERBUS_NOT_ESTABLISHED;
    if (!window_has_room(&end->window, end->port.position(end->port.context), length))
        return VERBUS_WINDOW_FULL;
    int status = end->port.claim(end->port.context, length, &claimed);
    if (status == VERBUS_OK) {
        *message = claimed;
        orders_begin(*message, template_id, length, end->window.next, end->seat);
        put(*message, AT_EXPECTED, end->reports.next);
    }
    return status;
}

/* The same about an order that must be open. */
static int claim_for(struct seat_end *end, int64_t order, enum template_id template_id, size_t length,
                     uint8_t **message)
{
    if (end->is_open && open_orders_find(&end->orders, order) == NULL)
        return VERBUS_UNKNOWN_ORDER;
    int status = claim(end, template_id, length, message);
    if (status == VERBUS_OK)
        put(*message, REQUEST_ORDER_ID, order);
    return status;
}

/* Sends the claimed message; returns its number. */
static int64_t commit(struct seat_end *end, int64_t now_ns, enum template_id template_id, size_t length, int64_t order)
{
    uint64_t position = end->port.position(end->port.context);
    end->port.commit(end->port.context, length);
    window_sent(&end->window, position, template_id, order);
    end->sent_ns = now_ns;
    return end->window.next - 1;
}

/* Whether an order of this id can be sent. */
static int check_new(struct seat_end *end, int64_t id)
{
    if (!end->is_open)
        return VERBUS_NOT_ESTABLISHED;
    if (open_orders_find(&end->orders, id) != NULL)
        return VERBUS_DUPLICATE_ORDER;
    return open_orders_reserve(&end->orders) ? VERBUS_OK : VERBUS_NO_ROOM;
}

int64_t seat_end_enter(struct seat_end *end, int64_t now_ns, const struct verbus_order *order)
{
    int duration = order->duration == 0 ? VERBUS_DAY : (int)order->duration;
    if ((order->side != VERBUS_BUY && order->side != VERBUS_SELL)
        || (duration != VERBUS_DAY && duration != VERBUS_GTC && duration != VERBUS_IOC && duration != VERBUS_FOK))
        return VERBUS_INVALID;
    uint8_t *message;
    int status = check_new(end, order->id);
    if (status == VERBUS_OK)
        status = claim(end, NEW_ORDER, NEW_ORDER_LENGTH, &message);
    if (status != VERBUS_OK)
        return status;
    verbus_put32(message, AT_INSTRUMENT, order->instrument);
    message[AT_CODE] = (uint8_t)order->side;
    message[AT_SECOND_CODE] = (uint8_t)duration;
    put(message, REQUEST_ORDER_ID, order->id);
    put(message, NEW_ORDER_QUANTITY, order->quantity);
    put(message, NEW_ORDER_PRICE, order->price);
    message[NEW_ORDER_PRICE_TYPE] = order->is_market ? CODE_MARKET : CODE_LIMIT;
    message[NEW_ORDER_POST_ONLY] = order->post_only ? CODE_YES : CODE_NO;
    open_orders_sent(&end->orders, order->id, order->quantity);
    return commit(end, now_ns, NEW_ORDER, NEW_ORDER_LENGTH, order->id);
}

int64_t seat_end_replace(struct seat_end *end, int64_t now_ns, int64_t order, int64_t new_order, int64_t quantity,
                         int64_t price)
{
    uint8_t *message;
    if (end->is_open && open_orders_find(&end->orders, order) == NULL)
        return VERBUS_UNKNOWN_ORDER;
    int status = check_new(end, new_order);
    if (status == VERBUS_OK)
        status = claim_for(end, order, REPLACE_ORDER, REPLACE_ORDER_LENGTH, &message);
    if (status != VERBUS_OK)
        return status;
    put(message, REPLACE_ORDER_NEW_ID, new_order);
    put(message, REPLACE_ORDER_QUANTITY, quantity);
    put(message, REPLACE_ORDER_PRICE, price);
    open_orders_sent(&end->orders, new_order, quantity);
    return commit(end, now_ns, REPLACE_ORDER, REPLACE_ORDER_LENGTH, new_order);
}

int64_t seat_end_reduce(struct seat_end *end, int64_t now_ns, int64_t order, int64_t left)
{
    uint8_t *message;
    int status = claim_for(end, order, REDUCE_ORDER, REDUCE_ORDER_LENGTH, &message);
    if (status != VERBUS_OK)
        return status;
    put(message, REDUCE_ORDER_QUANTITY, left);
    return commit(end, now_ns, REDUCE_ORDER, REDUCE_ORDER_LENGTH, order);
}

int64_t seat_end_cancel(struct seat_end *end, int64_t now_ns, int64_t order)
{
    uint8_t *message;
    int status = claim_for(end, order, CANCEL_ORDER, CANCEL_ORDER_LENGTH, &message);
    return status != VERBUS_OK ? status : commit(end, now_ns, CANCEL_ORDER, CANCEL_ORDER_LENGTH, order);
}

int64_t seat_end_mass_cancel(struct seat_end *end, int64_t now_ns, uint32_t instrument)
{
    uint8_t *message;
    int status = claim(end, MASS_CANCEL, MASS_CANCEL_LENGTH, &message);
    if (status != VERBUS_OK)
        return status;
    verbus_put32(message, AT_INSTRUMENT, instrument);
    return commit(end, now_ns, MASS_CANCEL, MASS_CANCEL_LENGTH, 0);
}

int64_t seat_end_request_open_orders(struct seat_end *end, int64_t now_ns)
{
    uint8_t *message;
    int status = claim(end, OPEN_ORDERS_REQUEST, OPEN_ORDERS_REQUEST_LENGTH, &message);
    return status != VERBUS_OK ? status
                               : commit(end, now_ns, OPEN_ORDERS_REQUEST, OPEN_ORDERS_REQUEST_LENGTH, 0);
}
