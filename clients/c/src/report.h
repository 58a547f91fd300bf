/* Decodes reports. */
#ifndef VERBUS_REPORT_H
#define VERBUS_REPORT_H

#include "orders.h"
#include "verbus.h"

/* Decodes a report whose length was checked. */
void report_decode(const uint8_t *message, size_t length, struct verbus_report *report);

#endif
