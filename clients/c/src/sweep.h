/* Removes the files of dead processes. */
#ifndef VERBUS_SWEEP_H
#define VERBUS_SWEEP_H

#include "directory.h"

/* A subscription whose conductor has been silent for this time keeps no log of a dead publisher. */
#define SWEEP_SILENT_NS INT64_C(60000000000)

/* Removes what dead processes have left, except what living subscriptions still read or may find. */
void sweep_run(const struct directory *directory, int64_t now_ns, int64_t silent_ns);

#endif
