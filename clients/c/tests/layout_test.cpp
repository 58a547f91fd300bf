// The offsets, lengths and codes of orders are those of the schema: compared when this is compiled.
#include "order_layout.h"

#include <io_verbus_codec_orders/AcceptedReport.h>
#include <io_verbus_codec_orders/CancelOrder.h>
#include <io_verbus_codec_orders/CancelledReport.h>
#include <io_verbus_codec_orders/Challenge.h>
#include <io_verbus_codec_orders/ControlReport.h>
#include <io_verbus_codec_orders/Establish.h>
#include <io_verbus_codec_orders/EstablishRejected.h>
#include <io_verbus_codec_orders/Established.h>
#include <io_verbus_codec_orders/ExecutedReport.h>
#include <io_verbus_codec_orders/MassCancel.h>
#include <io_verbus_codec_orders/MassCancelledReport.h>
#include <io_verbus_codec_orders/MessageHeader.h>
#include <io_verbus_codec_orders/NewOrder.h>
#include <io_verbus_codec_orders/NotApplied.h>
#include <io_verbus_codec_orders/OpenOrder.h>
#include <io_verbus_codec_orders/OpenOrdersEnd.h>
#include <io_verbus_codec_orders/OpenOrdersRequest.h>
#include <io_verbus_codec_orders/ReduceOrder.h>
#include <io_verbus_codec_orders/ReducedReport.h>
#include <io_verbus_codec_orders/RefusedReport.h>
#include <io_verbus_codec_orders/RejectedReport.h>
#include <io_verbus_codec_orders/ReplaceOrder.h>
#include <io_verbus_codec_orders/ReplacedReport.h>
#include <io_verbus_codec_orders/Sequence.h>
#include <io_verbus_codec_orders/Terminate.h>
#include <io_verbus_codec_orders/Terminated.h>

#include <cstdio>
#include <cstring>

extern "C" {
#include "order_codes.h"
}
#include "verbus.h"

using namespace io::verbus::codec::orders;

#define IS(constant, value) static_assert(static_cast<long>(constant) == static_cast<long>(value), #constant)
#define AT(constant, message, field) IS(constant, ORDERS_HEADER + message::field##EncodingOffset())
#define WHOLE(template_id, length, message)       \
    IS(template_id, message::sbeTemplateId());    \
    IS(length, ORDERS_HEADER + message::sbeBlockLength())

IS(ORDERS_SCHEMA, Establish::sbeSchemaId());
IS(ORDERS_VERSION, Establish::sbeSchemaVersion());
IS(ORDERS_HEADER, MessageHeader::encodedLength());
IS(AT_BLOCK_LENGTH, MessageHeader::blockLengthEncodingOffset());
IS(AT_TEMPLATE, MessageHeader::templateIdEncodingOffset());
IS(AT_SCHEMA, MessageHeader::schemaIdEncodingOffset());
IS(AT_VERSION, MessageHeader::versionEncodingOffset());
IS(ORDERS_NO_INSTRUMENT, static_cast<int>(NewOrder::instrumentIdNullValue()));
AT(AT_NUMBER, NewOrder, number);
AT(AT_INSTRUMENT, NewOrder, instrumentId);
AT(AT_SEAT, NewOrder, seat);
AT(AT_CODE, NewOrder, side);
AT(AT_SECOND_CODE, NewOrder, duration);
AT(AT_EXPECTED, NewOrder, expected);

WHOLE(ESTABLISH, ESTABLISH_LENGTH, Establish);
AT(AT_CODE, Establish, cancelOnDisconnect);
AT(AT_EXPECTED, Establish, expected);
AT(ESTABLISH_KEEP_ALIVE, Establish, keepAlive);
AT(ESTABLISH_SEAT_NONCE, Establish, seatNonce);
AT(ESTABLISH_GATEWAY_NONCE, Establish, gatewayNonce);
AT(ESTABLISH_NAME, Establish, name);
AT(ESTABLISH_PROOF, Establish, proof);
IS(ORDERS_NAME_LENGTH, Establish::nameLength());
IS(ORDERS_NONCE_LENGTH, Establish::seatNonceLength());
WHOLE(CHALLENGE, CHALLENGE_LENGTH, Challenge);
AT(CHALLENGE_SESSION, Challenge, session);
AT(CHALLENGE_SEAT_NONCE, Challenge, seatNonce);
AT(CHALLENGE_GATEWAY_NONCE, Challenge, gatewayNonce);
IS(ESTABLISHED, Established::sbeTemplateId());
AT(ESTABLISHED_LENGTH, Established, proof); // which a later version has added
AT(ESTABLISHED_SESSION, Established, session);
AT(ESTABLISHED_EXPECTED, Established, expected);
AT(ESTABLISHED_KEEP_ALIVE, Established, keepAlive);
AT(ESTABLISHED_SEAT_NONCE, Established, seatNonce);
AT(ESTABLISHED_PROOF, Established, proof);
WHOLE(ESTABLISH_REJECTED, ESTABLISH_REJECTED_LENGTH, EstablishRejected);
AT(AT_CODE, EstablishRejected, code);
AT(ESTABLISH_REJECTED_SESSION, EstablishRejected, session);
AT(ESTABLISH_REJECTED_SEAT_NONCE, EstablishRejected, seatNonce);
WHOLE(SEQUENCE, SEQUENCE_LENGTH, Sequence);
AT(AT_EXPECTED, Sequence, expected);
AT(SEQUENCE_SESSION, Sequence, session);
WHOLE(TERMINATE, TERMINATE_LENGTH, Terminate);
AT(AT_EXPECTED, Terminate, expected);
IS(TERMINATED, Terminated::sbeTemplateId());
AT(TERMINATED_LENGTH, Terminated, proof); // which a later version has added
AT(AT_CODE, Terminated, cause);
AT(TERMINATED_SESSION, Terminated, session);
AT(TERMINATED_EXPECTED, Terminated, expected);
AT(TERMINATED_PROOF, Terminated, proof);
WHOLE(NOT_APPLIED, NOT_APPLIED_LENGTH, NotApplied);
AT(AT_CODE, NotApplied, code);
AT(NOT_APPLIED_SESSION, NotApplied, session);
AT(NOT_APPLIED_REFUSED, NotApplied, refused);
AT(NOT_APPLIED_EXPECTED, NotApplied, expected);

WHOLE(NEW_ORDER, NEW_ORDER_LENGTH, NewOrder);
AT(REQUEST_ORDER_ID, NewOrder, orderId);
AT(NEW_ORDER_QUANTITY, NewOrder, quantity);
AT(NEW_ORDER_PRICE, NewOrder, price);
AT(NEW_ORDER_PRICE_TYPE, NewOrder, priceType);
AT(NEW_ORDER_POST_ONLY, NewOrder, postOnly);
WHOLE(REPLACE_ORDER, REPLACE_ORDER_LENGTH, ReplaceOrder);
AT(AT_EXPECTED, ReplaceOrder, expected);
AT(REQUEST_ORDER_ID, ReplaceOrder, orderId);
AT(REPLACE_ORDER_NEW_ID, ReplaceOrder, newOrderId);
AT(REPLACE_ORDER_QUANTITY, ReplaceOrder, quantity);
AT(REPLACE_ORDER_PRICE, ReplaceOrder, price);
WHOLE(REDUCE_ORDER, REDUCE_ORDER_LENGTH, ReduceOrder);
AT(AT_EXPECTED, ReduceOrder, expected);
AT(REQUEST_ORDER_ID, ReduceOrder, orderId);
AT(REDUCE_ORDER_QUANTITY, ReduceOrder, quantity);
WHOLE(CANCEL_ORDER, CANCEL_ORDER_LENGTH, CancelOrder);
AT(AT_EXPECTED, CancelOrder, expected);
AT(REQUEST_ORDER_ID, CancelOrder, orderId);
WHOLE(MASS_CANCEL, MASS_CANCEL_LENGTH, MassCancel);
AT(AT_EXPECTED, MassCancel, expected);
IS(VERBUS_ALL_INSTRUMENTS, MassCancel::instrumentIdNullValue());
WHOLE(OPEN_ORDERS_REQUEST, OPEN_ORDERS_REQUEST_LENGTH, OpenOrdersRequest);
AT(AT_EXPECTED, OpenOrdersRequest, expected);

#define REPORT(template_id, length, type, message) \
    WHOLE(template_id, length, message);           \
    IS(type, message::sbeTemplateId());            \
    AT(AT_NUMBER, message, number);                \
    AT(AT_INSTRUMENT, message, instrumentId);      \
    AT(AT_SEAT, message, seat);                    \
    AT(REPORT_EVENT, message, eventNumber);        \
    AT(REPORT_ANSWERS, message, answers)

REPORT(ACCEPTED_REPORT, ACCEPTED_LENGTH, VERBUS_ORDER_ACCEPTED, AcceptedReport);
AT(REPORT_ORDER_ID, AcceptedReport, orderId);
AT(ACCEPTED_ORDER_NUMBER, AcceptedReport, orderNumber);
REPORT(REJECTED_REPORT, REJECTED_LENGTH, VERBUS_ORDER_REJECTED, RejectedReport);
AT(REPORT_ORDER_ID, RejectedReport, orderId);
AT(AT_CODE, RejectedReport, code);
REPORT(REPLACED_REPORT, REPLACED_LENGTH, VERBUS_ORDER_REPLACED, ReplacedReport);
AT(REPORT_ORDER_ID, ReplacedReport, orderId);
AT(AT_CODE, ReplacedReport, placeKept);
AT(REPLACED_NEW_ID, ReplacedReport, newOrderId);
AT(REPLACED_ORDER_NUMBER, ReplacedReport, orderNumber);
AT(REPLACED_OPEN, ReplacedReport, open);
REPORT(REDUCED_REPORT, REDUCED_LENGTH, VERBUS_ORDER_REDUCED, ReducedReport);
AT(REPORT_ORDER_ID, ReducedReport, orderId);
AT(REDUCED_QUANTITY, ReducedReport, quantity);
AT(REDUCED_OPEN, ReducedReport, open);
REPORT(CANCELLED_REPORT, CANCELLED_LENGTH, VERBUS_ORDER_CANCELLED, CancelledReport);
AT(REPORT_ORDER_ID, CancelledReport, orderId);
AT(AT_CODE, CancelledReport, code);
AT(CANCELLED_QUANTITY, CancelledReport, quantity);
REPORT(EXECUTED_REPORT, EXECUTED_LENGTH, VERBUS_ORDER_EXECUTED, ExecutedReport);
AT(REPORT_ORDER_ID, ExecutedReport, orderId);
AT(AT_CODE, ExecutedReport, liquidity);
AT(EXECUTED_QUANTITY, ExecutedReport, quantity);
AT(EXECUTED_PRICE, ExecutedReport, price);
AT(EXECUTED_TRADE, ExecutedReport, trade);
AT(EXECUTED_OPEN, ExecutedReport, open);
REPORT(REFUSED_REPORT, REFUSED_LENGTH, VERBUS_REQUEST_REFUSED, RefusedReport);
AT(REPORT_ORDER_ID, RefusedReport, orderId);
AT(AT_SECOND_CODE, RefusedReport, code);
REPORT(MASS_CANCELLED_REPORT, MASS_CANCELLED_LENGTH, VERBUS_MASS_CANCELLED, MassCancelledReport);
AT(MASS_CANCELLED_ORDERS, MassCancelledReport, orders);
REPORT(OPEN_ORDER, OPEN_ORDER_LENGTH, VERBUS_ORDER_OPEN, OpenOrder);
AT(REPORT_ORDER_ID, OpenOrder, orderId);
AT(AT_CODE, OpenOrder, side);
AT(AT_SECOND_CODE, OpenOrder, duration);
AT(OPEN_ORDER_NUMBER, OpenOrder, orderNumber);
AT(OPEN_ORDER_OPEN, OpenOrder, open);
AT(OPEN_ORDER_PRICE, OpenOrder, price);
AT(OPEN_ORDER_POST_ONLY, OpenOrder, postOnly);
REPORT(OPEN_ORDERS_END, OPEN_ORDERS_END_LENGTH, VERBUS_OPEN_ORDERS_END, OpenOrdersEnd);
AT(OPEN_ORDERS_END_ORDERS, OpenOrdersEnd, orders);
REPORT(CONTROL_REPORT, CONTROL_REPORT_LENGTH, VERBUS_CONTROL_ANSWERED, ControlReport);

IS(VERBUS_BUY, OrderSide::BUY);
IS(VERBUS_SELL, OrderSide::SELL);
IS(VERBUS_DAY, OrderDuration::DAY);
IS(VERBUS_GTC, OrderDuration::GTC);
IS(VERBUS_IOC, OrderDuration::IOC);
IS(VERBUS_FOK, OrderDuration::FOK);
IS(CODE_YES, YesNo::YES);
IS(CODE_NO, YesNo::NO);
IS(CODE_LIMIT, PriceType::LIMIT);
IS(CODE_MARKET, PriceType::MARKET);
IS(CODE_MAKER, Liquidity::MAKER);
IS(REJECT_SEAT_IN_USE, EstablishRejectCode::SEAT_IN_USE);
IS(REJECT_EARLIER_GATEWAY, EstablishRejectCode::EARLIER_GATEWAY);
IS(NOT_APPLIED_NOT_ESTABLISHED, NotAppliedCode::NOT_ESTABLISHED);
IS(NOT_APPLIED_STALE_SESSION, NotAppliedCode::STALE_SESSION);
IS(DISCONNECT_ENTRIES_LOST, DisconnectCause::ENTRIES_LOST);

// The names of all codes, and that of values that are none.
template <typename Code, typename Value>
static bool has_names(const char *(*name_of)(int))
{
    for (int value = 0; value < 256; value++) {
        auto code = Code::get(static_cast<Value>(value));
        bool is_none = code == Code::NULL_VALUE || code == Code::SBE_UNKNOWN;
        const char *expected = is_none ? "UNKNOWN" : Code::c_str(code);
        if (std::strcmp(expected, name_of(value)) != 0)
            return std::fprintf(stderr, "code %d is %s, expected %s\n", value, name_of(value), expected), false;
    }
    return true;
}

int main()
{
    bool same = has_names<RejectCode, std::uint8_t>(name_of_reject);
    same = has_names<CancelCode, char>(name_of_cancel) && same;
    same = has_names<EstablishRejectCode, char>(name_of_establish_reject) && same;
    same = has_names<NotAppliedCode, char>(name_of_not_applied) && same;
    same = has_names<DisconnectCause, char>(name_of_disconnect) && same;
    return same ? 0 : 1;
}
