/* The counts of changes of a bus directory. */
#ifndef VERBUS_CHANGES_H
#define VERBUS_CHANGES_H

#include "directory.h"

/* Maps the counts; creates them if they do not exist. On failure each duty cycle asks the kernel instead. */
int changes_open(struct directory *directory, struct verbus_error *error);

#endif
