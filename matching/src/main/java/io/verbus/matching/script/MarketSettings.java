package io.verbus.matching.script;

import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;

/** Receives the settings of instruments and seats that lines make. Values are in the ranges of the engine. */
public interface MarketSettings {
    /**
     * Sets the collar of an instrument.
     *
     * @param instrument its number
     * @param millionths greatest distance from the last trade; {@link Long#MAX_VALUE} for no collar
     */
    void setCollar(int instrument, long millionths);

    /**
     * Sets a limit of a seat.
     *
     * @param seat its number
     * @param limit which one
     * @param value 0 or more; {@link Long#MAX_VALUE} for no limit
     */
    void setLimit(int seat, Limit limit, long value);

    /**
     * Sets the message rate of a seat.
     *
     * @param seat its number
     * @param perSecond messages per second; 0 for no limit
     * @param burst messages, 1 or more
     */
    void setRate(int seat, long perSecond, long burst);

    /**
     * Sets the treatment of self-trades of a seat.
     *
     * @param seat its number
     * @param mode the treatment
     */
    void setSelfTrade(int seat, SelfTrade mode);

    /**
     * Sets whether the orders of a seat are cancelled when it disconnects.
     *
     * @param seat its number
     * @param cancels true to cancel them
     */
    void setCancelOnDisconnect(int seat, boolean cancels);
}
