#include "order_codes.h"

#include <stddef.h>

struct code {
    int value;
    const char *name;
};

static const struct code rejects[] = {
    {1, "UNKNOWN_SEAT"}, {2, "KILLED"}, {3, "RATE"}, {4, "UNKNOWN_INSTRUMENT"}, {5, "UNKNOWN_ORDER"}, {6, "HALTED"},
    {7, "TERMS"}, {8, "DUPLICATE_ID"}, {9, "INVALID_QUANTITY"}, {10, "LOT"}, {11, "NOT_A_REDUCTION"},
    {12, "INVALID_PRICE"}, {13, "TICK"}, {14, "NO_REFERENCE"}, {15, "MAX_QUANTITY"}, {16, "COLLAR"},
    {17, "MAX_NOTIONAL"}, {18, "OPEN_ORDERS"}, {19, "OPEN_NOTIONAL"}, {20, "POSITION"}, {21, "WOULD_TRADE"},
    {22, "CAPACITY"}, {0, NULL}};

static const struct code cancels[] = {
    {'R', "REQUESTED"}, {'I', "IMMEDIATE_OR_CANCEL"}, {'F', "FILL_OR_KILL"}, {'S', "SELF_TRADE"}, {'D', "DISCONNECT"},
    {'K', "KILL"}, {'E', "END_OF_DAY"}, {0, NULL}};

static const struct code establish_rejects[] = {
    {'U', "UNKNOWN_SEAT"}, {'P', "PROOF"}, {'I', "SEAT_IN_USE"}, {'K', "KEEP_ALIVE"}, {'R', "NEXT_REPORT"},
    {'M', "MALFORMED"}, {'S', "SESSION_IN_USE"}, {'G', "EARLIER_GATEWAY"}, {0, NULL}};

static const struct code not_applied[] = {
    {'H', "HIGHER_NUMBER"}, {'M', "MALFORMED"}, {'N', "NOT_ESTABLISHED"}, {'S', "STALE_SESSION"}, {'O', "OTHER_SEAT"},
    {0, NULL}};

static const struct code disconnects[] = {
    {'T', "TERMINATED"}, {'E', "SESSION_ENDED"}, {'L', "SESSION_LOST"}, {'K', "KEEP_ALIVE"}, {'O', "OPERATOR"},
    {'G', "GATEWAY_ENDED"}, {'M', "ENTRIES_LOST"}, {0, NULL}};

static const char *find(const struct code *codes, int value)
{
    while (codes->name != NULL && codes->value != value)
        codes++;
    return codes->name != NULL ? codes->name : "UNKNOWN";
}

const char *name_of_reject(int code)
{
    return find(rejects, code);
}

const char *name_of_cancel(int code)
{
    return find(cancels, code);
}

const char *name_of_establish_reject(int code)
{
    return find(establish_rejects, code);
}

const char *name_of_not_applied(int code)
{
    return find(not_applied, code);
}

const char *name_of_disconnect(int code)
{
    return find(disconnects, code);
}
