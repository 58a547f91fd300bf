/* Names of the codes of orders, as the schema has them. "UNKNOWN" for a code of a later version. */
#ifndef VERBUS_ORDER_CODES_H
#define VERBUS_ORDER_CODES_H

const char *name_of_reject(int code);
const char *name_of_cancel(int code);
const char *name_of_establish_reject(int code);
const char *name_of_not_applied(int code);
const char *name_of_disconnect(int code);

#endif
