#include "error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int status_of(int number)
{
    switch (number) {
    case ENOSPC:
    case ENOMEM:
        return VERBUS_NO_ROOM;
    case EMFILE:
    case ENFILE:
    case ENOENT:
    case EAGAIN:
    case EINTR:
        return VERBUS_TEMPORARY;
    default:
        return VERBUS_PERMANENT;
    }
}

int verbus_fail(struct verbus_error *error, int status, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        error->status = status;
    }
    return status;
}

int verbus_fail_errno(struct verbus_error *error, int number, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        size_t used = strlen(error->text);
        char reason[128];
#if defined(_GNU_SOURCE) && defined(__GLIBC__)
        const char *words = strerror_r(number, reason, sizeof reason);
#else
        const char *words = strerror_r(number, reason, sizeof reason) == 0 ? reason : "unknown error";
#endif
        (void)snprintf(error->text + used, sizeof error->text - used, ": %s%s", words,
                       number == EACCES || number == EPERM ? "; run as the user that owns it" : "");
        error->status = status_of(number);
    }
    return status_of(number);
}

int verbus_fail_layout(struct verbus_error *error, const char *path, const char *name, uint32_t found,
                       uint32_t expected, const char *origin)
{
    return verbus_fail(error, VERBUS_PERMANENT,
                       "%s has %s layout %u%s, and libverbus_client %s reads layout %u: use the same release on both"
                       " sides",
                       path, name, (unsigned)found, origin, VERBUS_CLIENT_VERSION, (unsigned)expected);
}

const char *verbus_client_version(void)
{
    return VERBUS_CLIENT_VERSION;
}

const char *verbus_status_name(int status)
{
    switch (status) {
    case VERBUS_OK:
        return "ok";
    case VERBUS_BACK_PRESSURED:
        return "back-pressured";
    case VERBUS_CLOSED:
        return "closed";
    case VERBUS_INVALID:
        return "invalid argument";
    case VERBUS_TEMPORARY:
        return "temporary failure";
    case VERBUS_NO_ROOM:
        return "no room";
    case VERBUS_PERMANENT:
        return "permanent failure";
    case VERBUS_DAMAGED:
        return "damaged file";
    case VERBUS_NOT_ESTABLISHED:
        return "not established";
    case VERBUS_WINDOW_FULL:
        return "window full";
    case VERBUS_UNKNOWN_ORDER:
        return "unknown order";
    case VERBUS_DUPLICATE_ORDER:
        return "duplicate order";
    default:
        return "unknown status";
    }
}
