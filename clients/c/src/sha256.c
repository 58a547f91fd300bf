#include "sha256.h"

#include <string.h>

static const uint32_t first_state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t word, unsigned bits)
{
    return word >> bits | word << (32 - bits);
}

static void add_block(struct sha256 *hash)
{
    uint32_t w[64];
    uint32_t s[8];
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *word = hash->block + 4 * i;
        w[i] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 | word[3];
    }
    for (unsigned i = 16; i < 64; i++) {
        uint32_t low = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t high = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    memcpy(s, hash->state, sizeof s);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t one = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + choice + constants[i] + w[i];
        uint32_t two = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (unsigned i = 0; i < 8; i++)
        hash->state[i] += s[i];
}

void sha256_begin(struct sha256 *hash)
{
    memcpy(hash->state, first_state, sizeof first_state);
    hash->length = 0;
}

void sha256_add(struct sha256 *hash, const void *bytes, size_t length)
{
    const uint8_t *next = bytes;
    while (length > 0) {
        size_t used = hash->length % SHA256_BLOCK;
        size_t part = length < SHA256_BLOCK - used ? length : SHA256_BLOCK - used;
        memcpy(hash->block + used, next, part);
        hash->length += part;
        next += part;
        length -= part;
        if (used + part == SHA256_BLOCK)
            add_block(hash);
    }
}

void sha256_end(struct sha256 *hash, uint8_t digest[static SHA256_LENGTH])
{
    static const uint8_t padding[SHA256_BLOCK] = {0x80};
    uint64_t bits = hash->length * 8;
    uint8_t count[8];
    for (unsigned i = 0; i < 8; i++)
        count[i] = (uint8_t)(bits >> (56 - 8 * i));
    size_t used = hash->length % SHA256_BLOCK;
    sha256_add(hash, padding, used < 56 ? 56 - used : SHA256_BLOCK + 56 - used);
    sha256_add(hash, count, sizeof count);
    for (unsigned i = 0; i < SHA256_LENGTH; i++)
        digest[i] = (uint8_t)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

void hmac_begin(struct hmac *hmac, const void *key, size_t length)
{
    uint8_t block[SHA256_BLOCK] = {0};
    uint8_t pad[SHA256_BLOCK];
    if (length > SHA256_BLOCK) {
        sha256_begin(&hmac->inner);
        sha256_add(&hmac->inner, key, length);
        sha256_end(&hmac->inner, block);
    } else {
        memcpy(block, key, length);
    }
    for (unsigned i = 0; i < SHA256_BLOCK; i++)
        pad[i] = block[i] ^ 0x36;
    sha256_begin(&hmac->inner);
    sha256_add(&hmac->inner, pad, sizeof pad);
    for (unsigned i = 0; i < SHA256_BLOCK; i++)
        pad[i] = block[i] ^ 0x5c;
    sha256_begin(&hmac->outer);
    sha256_add(&hmac->outer, pad, sizeof pad);
    explicit_bzero(block, sizeof block);
    explicit_bzero(pad, sizeof pad);
}

void hmac_of(const struct hmac *hmac, const void *bytes, size_t length, uint8_t mac[static SHA256_LENGTH])
{
    struct sha256 hash = hmac->inner;
    sha256_add(&hash, bytes, length);
    sha256_end(&hash, mac);
    hash = hmac->outer;
    sha256_add(&hash, mac, SHA256_LENGTH);
    sha256_end(&hash, mac);
}
