/* Errors: one sentence with the failure, the place and the remedy. */
#ifndef VERBUS_ERROR_H
#define VERBUS_ERROR_H

#include "verbus.h"

/* Fills an error, which may be null, and returns its status. */
__attribute__((format(printf, 3, 4)))
int verbus_fail(struct verbus_error *error, int status, const char *format, ...);

/* The same, with the text of an errno after the sentence's subject: "cannot open X: Permission denied". */
__attribute__((format(printf, 3, 4)))
int verbus_fail_errno(struct verbus_error *error, int number, const char *format, ...);

/* The sentence about a file of another layout version. */
int verbus_fail_layout(struct verbus_error *error, const char *path, const char *name, uint32_t found,
                       uint32_t expected, const char *origin);

#endif
