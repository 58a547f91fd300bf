/* The clocks of the bus. */
#ifndef VERBUS_CLOCK_H
#define VERBUS_CLOCK_H

#include <stdint.h>

/* The offset of CLOCK_MONOTONIC in this process to that of the initial time namespace, in which the bus counts. */
int64_t verbus_clock_offset_ns(void);

/* CLOCK_MONOTONIC less an offset. No system call where the kernel has a vDSO. */
int64_t verbus_now_ns(int64_t offset_ns);

/* Nanoseconds UTC since 1970. */
int64_t verbus_utc_ns(void);

/* Waits. */
void verbus_sleep_ns(int64_t ns);

#endif
