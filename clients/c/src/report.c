#include "report.h"

#include "order_codes.h"

static int64_t get(const uint8_t *message, size_t offset)
{
    return (int64_t)verbus_get64(message, offset);
}

/* A count or an instrument of 32 bits; -1 for its null. */
static int64_t get_short(const uint8_t *message, size_t offset)
{
    uint32_t value = verbus_get32(message, offset);
    return value == UINT32_MAX ? -1 : (int64_t)value;
}

static void decode_refusal(const uint8_t *message, size_t offset, struct verbus_report *report)
{
    report->code = message[offset];
    report->reason = name_of_reject(report->code);
}

void report_decode(const uint8_t *message, size_t length, struct verbus_report *report)
{
    unsigned template_id = orders_get16(message, AT_TEMPLATE);
    *report = (struct verbus_report){
        .type = (enum verbus_report_type)template_id,
        .reason = "",
        .number = get(message, AT_NUMBER),
        .event = get(message, REPORT_EVENT),
        .answers = get(message, REPORT_ANSWERS),
        .order = orders_is_about_order(template_id) ? get(message, REPORT_ORDER_ID) : 0,
        .instrument = get_short(message, AT_INSTRUMENT),
        .message = message,
        .length = length,
    };
    switch (template_id) {
    case ACCEPTED_REPORT:
        report->order_number = get(message, ACCEPTED_ORDER_NUMBER);
        break;
    case REJECTED_REPORT:
        decode_refusal(message, AT_CODE, report);
        break;
    case REFUSED_REPORT:
        decode_refusal(message, AT_SECOND_CODE, report);
        break;
    case REPLACED_REPORT:
        report->keeps_place = message[AT_CODE] == CODE_YES;
        report->new_order = get(message, REPLACED_NEW_ID);
        report->order_number = get(message, REPLACED_ORDER_NUMBER);
        report->open = get(message, REPLACED_OPEN);
        break;
    case REDUCED_REPORT:
        report->quantity = get(message, REDUCED_QUANTITY);
        report->open = get(message, REDUCED_OPEN);
        break;
    case CANCELLED_REPORT:
        report->code = message[AT_CODE];
        report->reason = name_of_cancel(report->code);
        report->quantity = get(message, CANCELLED_QUANTITY);
        break;
    case EXECUTED_REPORT:
        report->rested = message[AT_CODE] == CODE_MAKER;
        report->quantity = get(message, EXECUTED_QUANTITY);
        report->price = get(message, EXECUTED_PRICE);
        report->trade = get(message, EXECUTED_TRADE);
        report->open = get(message, EXECUTED_OPEN);
        break;
    case MASS_CANCELLED_REPORT:
        report->orders = get_short(message, MASS_CANCELLED_ORDERS);
        break;
    case OPEN_ORDER:
        report->side = (enum verbus_side)message[AT_CODE];
        report->duration = (enum verbus_duration)message[AT_SECOND_CODE];
        report->order_number = get(message, OPEN_ORDER_NUMBER);
        report->open = get(message, OPEN_ORDER_OPEN);
        report->price = get(message, OPEN_ORDER_PRICE);
        report->post_only = message[OPEN_ORDER_POST_ONLY] == CODE_YES;
        break;
    case OPEN_ORDERS_END:
        report->orders = get_short(message, OPEN_ORDERS_END_ORDERS);
        break;
    default:
        break;
    }
}
