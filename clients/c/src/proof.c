#include "proof.h"

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LABEL_LENGTH = 16, SECRET_MIN = 16, SECRET_MAX = 65536 };

static const char seat_label[LABEL_LENGTH + 1] = "verbus seat v1  ";
static const char gateway_label[LABEL_LENGTH + 1] = "verbus gate v2  ";
static const char remedy[] = "create one by (umask 77; head -c 32 /dev/urandom | base64 > FILE)";

static int too_short(struct verbus_error *error, size_t length)
{
    return verbus_fail(error, VERBUS_INVALID, "the secret of a seat has %zu bytes, expected %d to %d: %s", length,
                       SECRET_MIN, SECRET_MAX, remedy);
}

/* Reads a file of at most SECRET_MAX bytes; line feeds at its end do not belong to the secret. */
static int read_file(const char *path, uint8_t *bytes, size_t *length, struct verbus_error *error)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || fstat(file, &status) != 0) {
        int reason = errno;
        if (file >= 0)
            (void)close(file);
        if (reason == ENOENT)
            return verbus_fail(error, VERBUS_PERMANENT, "there is no secret file %.200s: %s", path, remedy);
        return verbus_fail_errno(error, reason, "cannot read the secret file %.200s", path);
    }
    int result = VERBUS_OK;
    size_t used = 0;
    ssize_t part = 1;
    if (!S_ISREG(status.st_mode))
        result = verbus_fail(error, VERBUS_PERMANENT, "secret file %.200s is not a regular file: name another", path);
    else if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        result = verbus_fail(error, VERBUS_PERMANENT, "secret file %.200s is accessible to others: chmod 600 %.200s",
                             path, path);
    while (result == VERBUS_OK && part > 0 && used <= SECRET_MAX) {
        part = read(file, bytes + used, SECRET_MAX + 1 - used);
        if (part < 0 && errno == EINTR)
            part = 1;
        else if (part < 0)
            result = verbus_fail_errno(error, errno, "cannot read the secret file %.200s", path);
        else
            used += (size_t)part;
    }
    (void)close(file);
    while (used > 0 && (bytes[used - 1] == '\n' || bytes[used - 1] == '\r'))
        used--;
    *length = used;
    return result;
}

int proof_secret(const struct verbus_seat_settings *settings, struct hmac *secret, struct verbus_error *error)
{
    if ((settings->secret == NULL) == (settings->secret_file == NULL))
        return verbus_fail(error, VERBUS_INVALID, "seat %.32s has no secret, or two: set secret or secret_file",
                           settings->name);
    uint8_t read[SECRET_MAX + 1];
    const uint8_t *bytes = settings->secret;
    size_t length = settings->secret_length;
    int status = VERBUS_OK;
    if (settings->secret_file != NULL) {
        status = read_file(settings->secret_file, read, &length, error);
        bytes = read;
    }
    if (status == VERBUS_OK && (length < SECRET_MIN || length > SECRET_MAX))
        status = too_short(error, length);
    if (status == VERBUS_OK)
        hmac_begin(secret, bytes, length);
    explicit_bzero(read, sizeof read);
    return status;
}

void proof_sign(const struct hmac *secret, uint64_t in_session, uint8_t message[static ESTABLISH_LENGTH])
{
    uint8_t covered[LABEL_LENGTH + 8 + ESTABLISH_PROOF];
    memcpy(covered, seat_label, LABEL_LENGTH);
    verbus_put64(covered, LABEL_LENGTH, in_session);
    memcpy(covered + LABEL_LENGTH + 8, message, ESTABLISH_PROOF);
    hmac_of(secret, covered, sizeof covered, message + ESTABLISH_PROOF);
}

static bool is_gateway(const struct hmac *secret, uint64_t out_session, const uint8_t *nonce, const uint8_t *message,
                       size_t proof)
{
    if (orders_get16(message, AT_BLOCK_LENGTH) + (size_t)ORDERS_HEADER < proof + SHA256_LENGTH)
        return false;
    uint8_t covered[LABEL_LENGTH + 8 + ORDERS_NONCE_LENGTH + ESTABLISHED_PROOF];
    uint8_t expected[SHA256_LENGTH];
    memcpy(covered, gateway_label, LABEL_LENGTH);
    verbus_put64(covered, LABEL_LENGTH, out_session);
    memcpy(covered + LABEL_LENGTH + 8, nonce, ORDERS_NONCE_LENGTH);
    memcpy(covered + LABEL_LENGTH + 8 + ORDERS_NONCE_LENGTH, message, proof);
    hmac_of(secret, covered, LABEL_LENGTH + 8 + ORDERS_NONCE_LENGTH + proof, expected);
    unsigned difference = 0; /* in constant time: the duration does not reveal the proof */
    for (size_t i = 0; i < SHA256_LENGTH; i++)
        difference |= (unsigned)(expected[i] ^ message[proof + i]);
    return difference == 0;
}

bool proof_is_established(const struct hmac *secret, uint64_t out_session,
                          const uint8_t gateway_nonce[static ORDERS_NONCE_LENGTH], const uint8_t *message)
{
    return is_gateway(secret, out_session, gateway_nonce, message, ESTABLISHED_PROOF);
}

bool proof_is_terminated(const struct hmac *secret, uint64_t out_session, const uint8_t *message)
{
    static const uint8_t none[ORDERS_NONCE_LENGTH];
    return is_gateway(secret, out_session, none, message, TERMINATED_PROOF);
}
