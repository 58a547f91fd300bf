/* The messages that a seat writes. Those with a number are in seat_end.h. */
#ifndef VERBUS_SEAT_REQUESTS_H
#define VERBUS_SEAT_REQUESTS_H

#include "seat_end.h"

/* Each returns false if the message was not sent: there is no room for it at present. */
bool seat_requests_establish(struct seat_end *end, bool proves);
bool seat_requests_heartbeat(struct seat_end *end, int64_t now_ns);
bool seat_requests_terminate(struct seat_end *end);

#endif
