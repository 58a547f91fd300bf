package io.verbus.orders.gateway;

import io.verbus.codec.orders.ControlRequestDecoder;
import io.verbus.codec.orders.ControlResult;
import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.codec.orders.SelfTradeCode;
import io.verbus.matching.Engine;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.orders.intake.OperatorControl;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks requests of operators, which name seats and instruments as the exchange file does. Follows from the request
 * and the exchange file only. Allocates; requests of operators are rare.
 */
final class ControlRequests {
    private static final int NONE = -1;

    private final BitSet operators = new BitSet();
    private final Map<String, Integer> seats = new HashMap<>();
    private final Map<String, Integer> instruments = new HashMap<>();
    private OperatorControl control;

    ControlRequests(final ExchangeFile exchange) {
        exchange.seats().forEach(seat -> {
            operators.set(seat.number(), seat.isOperator());
            seats.put(seat.name(), seat.number());
        });
        exchange.instruments().forEach(one -> instruments.put(one.symbol(), one.number()));
    }

    boolean isOperator(final int seat) {
        return operators.get(seat);
    }

    /** Whether the control of a request can be done, for which {@link #control()} then has it. */
    ControlResult check(final ControlRequestDecoder request, final int bySeat) {
        if (!isOperator(bySeat)) {
            return ControlResult.NOT_AN_OPERATOR;
        }
        final OperatorAction action = request.action();
        final int seat = isAboutSeat(action) ? seats.getOrDefault(request.subject(), NONE) : 0;
        if (seat == NONE) {
            return ControlResult.UNKNOWN_SEAT;
        }
        final boolean isAboutInstrument = action == OperatorAction.HALT || action == OperatorAction.RESUME
                || action == OperatorAction.SET_COLLAR;
        final int instrument = isAboutInstrument ? instruments.getOrDefault(request.subject(), NONE) : NONE;
        if (isAboutInstrument && instrument == NONE) {
            return ControlResult.UNKNOWN_INSTRUMENT;
        }
        if (!isInRange(request, action)) {
            return ControlResult.INVALID_VALUE;
        }
        control = new OperatorControl(action, seat, instrument, request.limitCode(),
                request.limitCode() == LimitCode.QUANTITY
                        ? Math.min(request.value(), SettingControls.MAX_QUANTITY)
                        : request.value(),
                request.burst(), request.selfTrade());
        return ControlResult.DONE;
    }

    OperatorControl control() {
        return control;
    }

    private static boolean isAboutSeat(final OperatorAction action) {
        return switch (action) {
            case KILL, REVIVE, SET_LIMIT, SET_RATE, SET_SELF_TRADE -> true;
            default -> false;
        };
    }

    private static boolean isInRange(final ControlRequestDecoder request, final OperatorAction action) {
        return switch (action) {
            case SET_LIMIT -> request.value() >= 0 && request.limitCode() != LimitCode.NULL_VAL
                    && request.limitCode() != LimitCode.SBE_UNKNOWN;
            case SET_RATE -> request.value() >= 0 && request.value() <= Engine.MAX_RATE && request.burst() >= 1
                    && request.burst() <= Engine.MAX_RATE;
            case SET_SELF_TRADE -> request.selfTrade() != SelfTradeCode.NULL_VAL
                    && request.selfTrade() != SelfTradeCode.SBE_UNKNOWN;
            case SET_COLLAR -> request.value() >= 0;
            default -> true;
        };
    }
}
