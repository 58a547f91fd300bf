package io.verbus.orders.gateway;

import io.verbus.codec.orders.NewOrderDecoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.YesNo;
import io.verbus.orders.MessageHead;
import io.verbus.orders.MessageLengths;
import org.agrona.DirectBuffer;

/**
 * Checks the codes of a numbered message, whose length was checked before. All other values are those of the engine,
 * which refuses invalid ones with a report. Allocates nothing.
 */
final class WellFormed {
    private static final int HEADER = 8;

    private final NewOrderDecoder order = new NewOrderDecoder();

    boolean isNumbered(final MessageHead head, final DirectBuffer buffer, final int offset) {
        if (!MessageLengths.isNumbered(head.template()) || head.expected() < 1) {
            return false;
        }
        return head.template() != NewOrderDecoder.TEMPLATE_ID || isOrder(buffer, offset);
    }

    private boolean isOrder(final DirectBuffer buffer, final int offset) {
        order.wrap(buffer, offset + HEADER, NewOrderDecoder.BLOCK_LENGTH, NewOrderDecoder.SCHEMA_VERSION);
        return isKnown(order.side()) && isKnown(order.duration()) && isKnown(order.priceType())
                && isKnown(order.postOnly());
    }

    private static boolean isKnown(final OrderSide code) {
        return code != OrderSide.NULL_VAL && code != OrderSide.SBE_UNKNOWN;
    }

    private static boolean isKnown(final OrderDuration code) {
        return code != OrderDuration.NULL_VAL && code != OrderDuration.SBE_UNKNOWN;
    }

    private static boolean isKnown(final PriceType code) {
        return code != PriceType.NULL_VAL && code != PriceType.SBE_UNKNOWN;
    }

    private static boolean isKnown(final YesNo code) {
        return code != YesNo.NULL_VAL && code != YesNo.SBE_UNKNOWN;
    }
}
