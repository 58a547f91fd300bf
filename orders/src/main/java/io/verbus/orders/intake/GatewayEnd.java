package io.verbus.orders.intake;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.orders.SeatSecret;

/**
 * The gateway's end of one seat. Numbers, session and terms change by entries only, live or repeated, so two gateways
 * that read the same entries have the same state. Used by the gateway's thread; allocates nothing.
 *
 * <pre>
 *                  SeatConnected                        SeatConnected, same session
 *   disconnected ─────────────────▶ connected ◀──────────────┐
 *        ▲                              │    └───────────────┘
 *        └──────────────────────────────┘
 *                SeatDisconnected
 * </pre>
 */
public final class GatewayEnd {
    /** {@link #session()} of a seat that is not connected. */
    public static final long NO_SESSION = 0;

    private final int seat;
    private final String name;
    private final SeatSecret secret;
    private final long[] refusals = new long[NotAppliedCode.values().length];

    private long nextNumber = 1;
    private long nextReport = 1;
    private long expected = 1;
    private long session = NO_SESSION;
    private long keepAliveNs;
    private boolean cancelOnDisconnect;
    private DisconnectCause cause = DisconnectCause.NULL_VAL;

    /** Times of this process, and counts: not a part of the replicated state. */
    private long lastReceivedNs;
    private long lastSentNs;
    private long skipped;

    /**
     * A seat that has never been connected.
     *
     * @param seat its number in the engine, 0 to 65,535
     * @param name by which it establishes
     * @param secret that it shares with its trader
     */
    public GatewayEnd(final int seat, final String name, final SeatSecret secret) {
        this.seat = seat;
        this.name = name;
        this.secret = secret;
    }

    /** {@return its number in the engine} */
    public int seat() {
        return seat;
    }

    /** {@return its name} */
    public String name() {
        return name;
    }

    SeatSecret secret() {
        return secret;
    }

    /** {@return number of the next message to take: all lower ones were taken, no higher one} */
    public long nextNumber() {
        return nextNumber;
    }

    /** {@return number of the next report} */
    public long nextReport() {
        return nextReport;
    }

    /** {@return the next report that the seat expects, as far as its messages have shown} */
    public long expected() {
        return expected;
    }

    /** {@return the session of orders.in that it is bound to, or {@link #NO_SESSION}} */
    public long session() {
        return session;
    }

    /** {@return whether its orders are cancelled when it is disconnected} */
    public boolean cancelsOnDisconnect() {
        return cancelOnDisconnect;
    }

    /** {@return the cause of its last disconnection; {@code NULL_VAL} if there was none} */
    public DisconnectCause cause() {
        return cause;
    }

    /** {@return messages that were taken before, and were skipped} */
    public long skipped() {
        return skipped;
    }

    /**
     * Messages that were not taken.
     *
     * @param code the reason
     * @return their number
     */
    public long refused(final NotAppliedCode code) {
        return refusals[code.ordinal()];
    }

    /**
     * Takes the number of a report. Each report that follows from an entry takes one, live or repeated.
     *
     * @param nowNs monotonic
     * @return the number of the report
     */
    public long takeReportNumber(final long nowNs) {
        lastSentNs = nowNs;
        return nextReport++;
    }

    boolean isConnected() {
        return session != NO_SESSION;
    }

    void take(final long number, final long newExpected) {
        assert number == nextNumber : number + " taken, expected " + nextNumber;
        nextNumber = number + 1;
        expect(newExpected);
    }

    void expect(final long newExpected) {
        expected = Math.max(expected, newExpected);
    }

    void skip() {
        skipped++;
    }

    void refuse(final NotAppliedCode code) {
        refusals[code.ordinal()]++;
    }

    void connect(final long newSession, final ConnectionTerms terms, final long nowNs) {
        assert !isConnected() || session == newSession : name + " is connected";
        session = newSession;
        keepAliveNs = terms.keepAliveMs() * 1_000_000;
        cancelOnDisconnect = terms.cancelOnDisconnect();
        expect(terms.expected());
        lastReceivedNs = nowNs;
        lastSentNs = nowNs;
    }

    void disconnect(final DisconnectCause newCause) {
        assert isConnected() : name + " is not connected";
        session = NO_SESSION;
        cause = newCause;
    }

    void received(final long nowNs) {
        lastReceivedNs = nowNs;
    }

    void sent(final long nowNs) {
        lastSentNs = nowNs;
    }

    /** Whether nothing has arrived for too long, if the log of the seat was read to its end. */
    boolean hasLapsed(final long nowNs) {
        return isConnected() && nowNs - lastReceivedNs > keepAliveNs;
    }

    boolean isQuietFor(final long nowNs, final long intervalNs) {
        return isConnected() && nowNs - lastSentNs >= intervalNs;
    }
}
