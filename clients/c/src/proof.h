/* The secret of a seat, and the proofs of both ends that they have it. */
#ifndef VERBUS_PROOF_H
#define VERBUS_PROOF_H

#include "orders.h"
#include "sha256.h"
#include "verbus.h"

/* Takes the secret of the settings, or reads their file, which only its owner may access. */
int proof_secret(const struct verbus_seat_settings *settings, struct hmac *secret, struct verbus_error *error);

/* Writes the proof of an Establish, all other fields of which are set. */
void proof_sign(const struct hmac *secret, uint64_t in_session, uint8_t message[static ESTABLISH_LENGTH]);

/*
 * Whether an Established shows that its session of orders.out is of a gateway with the secret, which has read the
 * answer to the challenge with this nonce. The message is whole up to its proof, which may lack.
 */
bool proof_is_established(const struct hmac *secret, uint64_t out_session,
                          const uint8_t gateway_nonce[static ORDERS_NONCE_LENGTH], const uint8_t *message);

/* The same of a Terminated, which has no nonce. */
bool proof_is_terminated(const struct hmac *secret, uint64_t out_session, const uint8_t *message);

#endif
