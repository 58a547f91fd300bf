/* The limits and habits of a device: those of real ones by name, and single ones. */
#ifndef VERBUS_DOUBLE_PROFILE_H
#define VERBUS_DOUBLE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

struct profile {
    uint32_t vendor;
    uint32_t part;
    uint32_t inline_max;
    bool iwarp;
    bool infiniband;      /* its GIDs are no IP addresses; neither are those of iWARP */
    bool inline_shrinks;  /* a long send queue halves the inline limit */
    bool negative;        /* posts fail with a negative errno */
    bool empty_receives;  /* receives may have no memory */
    bool immediates;      /* WRITE with immediate is supported */
    bool refuses_errors;  /* posts to a queue pair in error are refused */
    bool ignores_errors;  /* posts to a queue pair in error are taken, and never complete */
    bool keeps;           /* completions of a destroyed queue pair stay in their queue */
    bool late;            /* requests are executed by a thread of the device, completions arrive later */
    bool direct;          /* a connection without a listener is refused within the call that requests it */
    bool offsets;         /* a queue at mapping offset 0x90000 is taken for a failed mapping, as by libsiw */
    bool waits;           /* its removal is reported to identifiers only, and waits until it is closed */
    bool strict;          /* objects of a removed device cannot be destroyed, as with an old libibverbs */
    bool reliable;        /* it has reliable connections */
    bool unspecified;     /* its transport is neither InfiniBand, RoCE nor iWARP, and the connection manager ignores it */
    bool scattered;       /* bytes of a write become visible last to first, a word in halves */
    uint32_t gids;        /* entries of the GID table */
    uint32_t reads;       /* concurrent READs that a queue pair answers */
    uint32_t reads_begun; /* concurrent READs of a queue pair to its peer */
    uint32_t devices;
    uint32_t max_cqe;     /* entries of a completion queue */
    uint32_t max_qp_wr;   /* requests or receives of a queue pair */
    uint32_t max_mr;      /* registered regions; another one fails with ENOMEM */
    uint32_t command_us;  /* duration of a command */
    uint32_t post_us;     /* time that a thread is suspended within a post */
    uint32_t mtu;         /* bytes */
    uint32_t swaps;       /* one in so many small WRITEs is placed after the next one; 0: none */
    uint32_t held_us;     /* or at the latest after this time */
    uint32_t seed;        /* of these; 0: drawn once for the process, and printed */
    uint32_t hurry;       /* the time for which a packet is repeated is divided by this; 0: not repeated at all */
};

extern struct profile profile;

/* The next number of the profile's seed. Under the lock of the fabric. */
uint32_t profile_random(void);

/* Applies "NAME,OPTION=VALUE,…" to the default profile; returns false if a part is unknown. */
bool profile_apply(const char *text);

/* The sign that a failed post has on this device. */
static inline int post_failure(int error)
{
    return profile.negative ? -error : error;
}

#endif
