/*
 * Chooses the frame boundary at which an image starts or resumes, and requests that the publisher waits for it from
 * there. If the publisher overwrites that boundary meanwhile, another one is chosen. False: the chunk table is corrupt.
 */
#ifndef VERBUS_SEEKER_H
#define VERBUS_SEEKER_H

#include "image.h"

/* At the start of a subscription in a session; sets the wanted sequence. */
bool seeker_join(struct image *image, enum verbus_start start, uint64_t sequence);

/* After the overwritten part. */
bool seeker_after_lap(struct image *image);

/* At the end of the log, to find the newest sequence. */
bool seeker_at_end(struct image *image);

#endif
