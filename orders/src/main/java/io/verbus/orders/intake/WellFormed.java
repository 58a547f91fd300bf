package io.verbus.orders.intake;

import io.verbus.codec.orders.ControlRequestDecoder;
import io.verbus.codec.orders.NewOrderDecoder;
import io.verbus.codec.orders.OperatorAction;
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
    private final ControlRequestDecoder control = new ControlRequestDecoder();

    boolean isNumbered(final MessageHead head, final DirectBuffer buffer, final int offset) {
        if (!MessageLengths.isNumbered(head.template()) || head.expected() < 1) {
            return false;
        }
        return switch (head.template()) {
            case NewOrderDecoder.TEMPLATE_ID -> isOrder(buffer, offset);
            case ControlRequestDecoder.TEMPLATE_ID -> isControl(buffer, offset);
            default -> true;
        };
    }

    private boolean isOrder(final DirectBuffer buffer, final int offset) {
        order.wrap(buffer, offset + HEADER, NewOrderDecoder.BLOCK_LENGTH, NewOrderDecoder.SCHEMA_VERSION);
        return isKnown(order.side()) && isKnown(order.duration()) && isKnown(order.priceType())
                && isKnown(order.postOnly());
    }

    private boolean isControl(final DirectBuffer buffer, final int offset) {
        control.wrap(buffer, offset + HEADER, ControlRequestDecoder.BLOCK_LENGTH,
                ControlRequestDecoder.SCHEMA_VERSION);
        return control.action() != OperatorAction.NULL_VAL && control.action() != OperatorAction.SBE_UNKNOWN;
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
