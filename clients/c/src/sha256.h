/* SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104). */
#ifndef VERBUS_SHA256_H
#define VERBUS_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_LENGTH = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[SHA256_BLOCK];
};

void sha256_begin(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const void *bytes, size_t length);
void sha256_end(struct sha256 *hash, uint8_t digest[static SHA256_LENGTH]);

/* The hashes after both forms of the key, which is not kept. */
struct hmac {
    struct sha256 inner;
    struct sha256 outer;
};

void hmac_begin(struct hmac *hmac, const void *key, size_t length);
void hmac_of(const struct hmac *hmac, const void *bytes, size_t length, uint8_t mac[static SHA256_LENGTH]);

#endif
