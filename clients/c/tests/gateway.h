/* Messages of a gateway, which proves that it has GATEWAY_SECRET as the page of orders describes it. */
#ifndef VERBUS_TESTS_GATEWAY_H
#define VERBUS_TESTS_GATEWAY_H

#include "orders.h"
#include "sha256.h"

#define GATEWAY_SECRET "0123456789abcdef"

enum { GATEWAY_SEAT = 3, GATEWAY_KEEP_ALIVE_MS = 300, GATEWAY_ESTABLISHED_LENGTH = ESTABLISHED_LENGTH + SHA256_LENGTH };

static inline void gateway_prove(uint8_t *message, size_t proof, uint64_t out_session,
                                 const uint8_t nonce[ORDERS_NONCE_LENGTH])
{
    uint8_t covered[16 + 8 + 16 + ESTABLISHED_PROOF];
    struct hmac secret;
    memcpy(covered, "verbus gate v2  ", 16);
    verbus_put64(covered, 16, out_session);
    memcpy(covered + 24, nonce, 16);
    memcpy(covered + 40, message, proof);
    hmac_begin(&secret, GATEWAY_SECRET, sizeof GATEWAY_SECRET - 1);
    hmac_of(&secret, covered, 40 + proof, message + proof);
}

static inline void gateway_challenge(const uint8_t *establish, uint64_t in_session,
                                     const uint8_t nonce[ORDERS_NONCE_LENGTH], uint8_t message[CHALLENGE_LENGTH])
{
    orders_begin(message, CHALLENGE, CHALLENGE_LENGTH, 0, GATEWAY_SEAT);
    verbus_put64(message, CHALLENGE_SESSION, in_session);
    memcpy(message + CHALLENGE_SEAT_NONCE, establish + ESTABLISH_SEAT_NONCE, ORDERS_NONCE_LENGTH);
    memcpy(message + CHALLENGE_GATEWAY_NONCE, nonce, ORDERS_NONCE_LENGTH);
}

static inline void gateway_established(const uint8_t *establish, uint64_t in_session, uint64_t out_session,
                                       const uint8_t nonce[ORDERS_NONCE_LENGTH], int64_t next_report, int64_t expected,
                                       uint8_t message[GATEWAY_ESTABLISHED_LENGTH])
{
    orders_begin(message, ESTABLISHED, GATEWAY_ESTABLISHED_LENGTH, next_report, GATEWAY_SEAT);
    verbus_put64(message, ESTABLISHED_SESSION, in_session);
    verbus_put64(message, ESTABLISHED_EXPECTED, (uint64_t)expected);
    verbus_put32(message, ESTABLISHED_KEEP_ALIVE, GATEWAY_KEEP_ALIVE_MS);
    memcpy(message + ESTABLISHED_SEAT_NONCE, establish + ESTABLISH_SEAT_NONCE, ORDERS_NONCE_LENGTH);
    gateway_prove(message, ESTABLISHED_PROOF, out_session, nonce);
}

static inline size_t gateway_accepted(int64_t number, int64_t answers, int64_t order, uint8_t message[ACCEPTED_LENGTH])
{
    orders_begin(message, ACCEPTED_REPORT, ACCEPTED_LENGTH, number, GATEWAY_SEAT);
    verbus_put64(message, REPORT_ANSWERS, (uint64_t)answers);
    verbus_put64(message, REPORT_ORDER_ID, (uint64_t)order);
    return ACCEPTED_LENGTH;
}

#endif
