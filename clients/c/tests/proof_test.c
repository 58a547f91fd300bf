/* proof_test FILE: SHA-256 by known values, and the proofs of seats and gateways by the vectors of the Java side. */
#include "scratch.h"

#include "proof.h"

enum { BYTES = 256, TYPICAL = 16 };

static size_t parse(const char *hex, uint8_t *bytes)
{
    size_t length = strlen(hex) / 2;
    CLAIM(length <= BYTES);
    for (size_t i = 0; i < length; i++) {
        unsigned byte;
        CLAIM(sscanf(hex + 2 * i, "%2x", &byte) == 1);
        bytes[i] = (uint8_t)byte;
    }
    return length;
}

static void digest_of(const char *text, size_t part, const char *expected)
{
    struct sha256 hash;
    uint8_t digest[SHA256_LENGTH];
    uint8_t known[BYTES];
    size_t length = strlen(text);
    CLAIM(parse(expected, known) == SHA256_LENGTH);
    sha256_begin(&hash);
    for (size_t i = 0; i < length; i += part)
        sha256_add(&hash, text + i, length - i < part ? length - i : part);
    sha256_end(&hash, digest);
    CLAIM(memcmp(digest, known, SHA256_LENGTH) == 0);
}

/* The examples of FIPS 180-4, in parts of all lengths. */
static void digests_are_those_of_the_standard(void)
{
    for (size_t part = 1; part < 70; part++) {
        digest_of("", part, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        digest_of("abc", part, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", part,
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        digest_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsm"
                  "nopqrstnopqrstu", part, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    }
}

/* No changed bit and no other session or nonce is accepted. */
static void gateway_is_proved(const char *name, const struct hmac *secret, uint64_t session, uint8_t *nonce,
                              uint8_t *message, size_t length)
{
    bool is_established = strcmp(name, "established") == 0;
    for (size_t i = 0; i <= 8 * length; i++) {
        if (i < 8 * length)
            message[i / 8] ^= (uint8_t)(1 << i % 8);
        bool proved = is_established ? proof_is_established(secret, session, nonce, message)
                                     : proof_is_terminated(secret, session, message);
        if (i < 8 * length)
            message[i / 8] ^= (uint8_t)(1 << i % 8);
        CLAIM(proved == (i == 8 * length));
    }
    if (is_established) {
        CLAIM(!proof_is_established(secret, session + 1, nonce, message));
        nonce[0] ^= 1;
        CLAIM(!proof_is_established(secret, session, nonce, message));
    } else {
        CLAIM(!proof_is_terminated(secret, session + 1, message));
    }
}

static void proofs_are_those_of_java(const char *path)
{
    FILE *file = fopen(path, "r");
    CLAIM(file != NULL);
    char name[16];
    char secret_hex[2 * BYTES + 1];
    char session_hex[17];
    char nonce_hex[33];
    char message_hex[2 * BYTES + 1];
    int lines = 0;
    while (fscanf(file, "%15s %512s %16s %32s %512s", name, secret_hex, session_hex, nonce_hex, message_hex) == 5) {
        uint8_t key[BYTES];
        uint8_t nonce[BYTES];
        uint8_t message[BYTES];
        uint8_t signed_message[BYTES];
        struct hmac secret;
        hmac_begin(&secret, key, parse(secret_hex, key));
        CLAIM(parse(nonce_hex, nonce) == ORDERS_NONCE_LENGTH);
        size_t length = parse(message_hex, message);
        uint64_t session = strtoull(session_hex, NULL, 16);
        if (strcmp(name, "establish") == 0) {
            CLAIM(length == ESTABLISH_LENGTH);
            CLAIM(memcmp(message + ESTABLISH_GATEWAY_NONCE, nonce, ORDERS_NONCE_LENGTH) == 0);
            memcpy(signed_message, message, ESTABLISH_PROOF);
            proof_sign(&secret, session, signed_message);
            CLAIM(memcmp(signed_message, message, length) == 0);
        } else {
            gateway_is_proved(name, &secret, session, nonce, message, length);
        }
        lines++;
    }
    CLAIM(fclose(file) == 0 && lines == 15);
}

static void message_without_room_for_a_proof_is_not_proved(void)
{
    struct hmac secret;
    uint8_t nonce[ORDERS_NONCE_LENGTH] = {0};
    uint8_t message[BYTES] = {0};
    hmac_begin(&secret, "0123456789abcdef", TYPICAL);
    orders_put16(message, AT_BLOCK_LENGTH, ESTABLISHED_LENGTH - ORDERS_HEADER); /* of version 0 */
    CLAIM(!proof_is_established(&secret, 1, nonce, message));
}

static int read_secret(const char *path, struct hmac *secret, struct verbus_error *error)
{
    struct verbus_seat_settings settings = {.name = "A", .secret_file = path};
    return proof_secret(&settings, secret, error);
}

static void secret_file_is_private_and_long_enough(void)
{
    char directory[] = "/dev/shm/verbus-c-test-XXXXXX";
    char path[512];
    struct verbus_error error;
    struct hmac from_file;
    struct hmac given = {0};
    scratch_create(directory);
    scratch_path(directory, "key", path);
    CLAIM(read_secret(path, &from_file, &error) == VERBUS_PERMANENT && strstr(error.text, "there is no secret file"));
    scratch_write(path, (const uint8_t *)"0123456789abcdef\r\n\n", 19);
    CLAIM(chmod(path, 0640) == 0);
    CLAIM(read_secret(path, &from_file, &error) == VERBUS_PERMANENT && strstr(error.text, "chmod 600"));
    CLAIM(chmod(path, 0600) == 0);
    CLAIM(read_secret(path, &from_file, &error) == VERBUS_OK);
    struct verbus_seat_settings settings = {.name = "A", .secret = "0123456789abcdef", .secret_length = TYPICAL};
    CLAIM(proof_secret(&settings, &given, &error) == VERBUS_OK);
    CLAIM(memcmp(from_file.inner.state, given.inner.state, sizeof given.inner.state) == 0);
    settings.secret_length--;
    CLAIM(proof_secret(&settings, &given, &error) == VERBUS_INVALID && strstr(error.text, "has 15 bytes"));
    settings.secret_file = path;
    CLAIM(proof_secret(&settings, &given, &error) == VERBUS_INVALID && strstr(error.text, "or two"));
    scratch_write(path, (const uint8_t *)"0123456789abcde\n", 16);
    CLAIM(read_secret(path, &from_file, &error) == VERBUS_INVALID);
    CLAIM(read_secret(directory, &from_file, &error) == VERBUS_PERMANENT);
    scratch_remove(directory);
}

int main(int argc, char **argv)
{
    CLAIM(argc == 2);
    digests_are_those_of_the_standard();
    proofs_are_those_of_java(argv[1]);
    message_without_room_for_a_proof_is_not_proved();
    secret_file_is_private_and_long_enough();
    return 0;
}
