/* Beginnings that most functions share. */
#ifndef VERBUS_CHECK_H
#define VERBUS_CHECK_H

#include "symbols.h"
#include <errno.h>

/* Leaves with -ELIBACC before the libraries are open, and with -EINVAL where a condition does not hold. */
#define VERBUS_REQUIRE(condition)  \
    do {                           \
        if (!(condition))          \
            return -EINVAL;        \
        if (!verbus_opened())      \
            return -ELIBACC;       \
    } while (0)

/* What librdmacm returns (0, or -1 and errno) as we do. */
static inline int verbus_negative_errno(int result)
{
    return result == 0 ? 0 : -errno;
}

/* libibverbs sets errno where it returns null; some providers forget to. */
static inline int verbus_errno_of_null(void)
{
    return errno != 0 ? -errno : -EIO;
}

#endif
