package io.verbus.matching.model;

/**
 * One input or setting of a history; fields that a kind does not need are 0.
 *
 * @param kind its kind
 * @param timeNs its time
 * @param seat its seat
 * @param id of an order
 * @param newId of a replacement; value of a setting
 * @param instrument its instrument; number of a limit
 * @param terms of a new order; mode of self-trade prevention
 * @param quantity of an order
 * @param price of an order
 */
public record ModelInput(Kind kind, long timeNs, int seat, long id, long newId, int instrument, int terms,
        long quantity,
        long price) {
    /** Inputs, and settings: those from COLLAR on. */
    public enum Kind {
        NEW, CANCEL, REDUCE, REPLACE,

        CANCEL_ALL, CANCEL_ALL_IN, DISCONNECT, HALT, RESUME, KILL, REVIVE, KILL_ALL, REVIVE_ALL, END_DAY, TIME,

        COLLAR, LIMIT, RATE, SELF_TRADE, ON_DISCONNECT;

        /** Whether it has no number. */
        public boolean isSetting() {
            return compareTo(COLLAR) >= 0;
        }
    }
}
