/* Checks at the start of most functions. */
#ifndef VERBUS_CHECK_H
#define VERBUS_CHECK_H

#include "symbols.h"
#include <errno.h>

/* Returns -ELIBACC before the libraries are open, and -EINVAL if a condition does not hold. */
#define VERBUS_REQUIRE(condition)  \
    do {                           \
        if (!(condition))          \
            return -EINVAL;        \
        if (!verbus_opened())      \
            return -ELIBACC;       \
    } while (0)

/* Converts a result of librdmacm (0, or -1 and errno) to a negative errno. */
static inline int verbus_negative_errno(int result)
{
    return result == 0 ? 0 : -errno;
}

/* Converts a result of a provider: 0, or an errno that some providers return negative (cxgb4, qedr, erdma, siw). */
static inline int verbus_negative(int result)
{
    return result > 0 ? -result : result;
}

/* libibverbs sets errno when it returns null; some providers do not. */
static inline int verbus_errno_of_null(void)
{
    return errno != 0 ? -errno : -EIO;
}

#endif
