package io.verbus.orders.intake;

import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.codec.orders.SelfTradeCode;

/**
 * A control of the market, as in an {@code Operator} entry.
 *
 * @param action the control
 * @param seat that it concerns; 0 if none
 * @param instrument that it concerns; -1 if none
 * @param limit to set; {@link LimitCode#NULL_VAL} if none
 * @param value of the limit, rate or collar; 0 if none
 * @param burst of the rate, in messages; 0 if none
 * @param selfTrade treatment to set; {@link SelfTradeCode#NULL_VAL} if none
 */
public record OperatorControl(OperatorAction action, int seat, int instrument, LimitCode limit, long value, long burst,
        SelfTradeCode selfTrade) {
    /**
     * A control that concerns a seat, an instrument, or neither.
     *
     * @param action the control
     * @param seat 0 if none
     * @param instrument -1 if none
     * @return the control
     */
    public static OperatorControl of(final OperatorAction action, final int seat, final int instrument) {
        return new OperatorControl(action, seat, instrument, LimitCode.NULL_VAL, 0, 0, SelfTradeCode.NULL_VAL);
    }

    /**
     * A limit of a seat.
     *
     * @param seat its number
     * @param limit the limit
     * @param value its value; the greatest long for no limit
     * @return the control
     */
    public static OperatorControl limit(final int seat, final LimitCode limit, final long value) {
        return new OperatorControl(OperatorAction.SET_LIMIT, seat, -1, limit, value, 0, SelfTradeCode.NULL_VAL);
    }
}
