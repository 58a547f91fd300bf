package io.verbus.orders.intake;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.orders.NonceSource;
import java.util.Arrays;

/** One session of orders.in. */
final class InboundSession {
    /** Messages of a poll after which more are in the log. */
    private static final int MORE = Integer.MAX_VALUE / 2;

    final long id;
    /** The nonce of the last challenge; used if {@link #isChallenged}. */
    final byte[] gatewayNonce = new byte[NonceSource.LENGTH];
    final byte[] seatNonce = new byte[NonceSource.LENGTH];
    boolean isChallenged;
    /** The seat that it is bound to, or was bound to; null before. */
    GatewayEnd seat;
    /** Whether its messages show that an earlier gateway had it, whose entries are lost. */
    boolean isOfEarlierGateway;
    /** Whether it was disconnected: for good. */
    boolean isStale;
    /** The cause of a disconnection that the log has not taken yet; else null. */
    DisconnectCause ending;

    private boolean isTimed;
    private long takenNs;
    private long lastPoll;
    private int delivered;
    /** Messages that were delivered since a poll has read it to its end. */
    private int backlog;
    private boolean hasRested = true;
    private long restUntilNs;

    InboundSession(final long id, final boolean isStale) {
        this.id = id;
        this.isStale = isStale;
    }

    /** A message was delivered in a poll; returns how many were in it. */
    int delivered(final long poll) {
        if (poll != lastPoll) {
            if (delivered < MORE || poll != lastPoll + 1) {
                backlog = 0;
            }
            lastPoll = poll;
            delivered = 0;
        }
        return ++delivered;
    }

    /** A message was taken; returns how many were since a poll has read it to its end. */
    int taken() {
        return ++backlog;
    }

    /** Whether an interval has passed since it was due the last time. */
    boolean isDue(final long nowNs, final long intervalNs) {
        final boolean isDue = !isTimed || nowNs - takenNs >= intervalNs;
        if (isDue) {
            isTimed = true;
            takenNs = nowNs;
        }
        return isDue;
    }

    /** Nothing more of it is taken before a time. */
    void rest(final long untilNs) {
        restUntilNs = untilNs;
        hasRested = false;
    }

    boolean isResting(final long nowNs) {
        hasRested |= nowNs - restUntilNs >= 0;
        return !hasRested;
    }

    /** The message was not taken: more are in the log. */
    void refused() {
        delivered = MORE;
    }

    /** Whether the latest poll, in which each session could deliver some messages, has read it to its end. */
    boolean isDrained(final long poll, final int share) {
        return share > 0 && (lastPoll != poll || delivered < share);
    }

    boolean isBound() {
        return seat != null && !isStale;
    }

    /** Opens a challenge for an attempt of the seat; another one of the same attempt keeps its nonce. */
    void challenge(final byte[] attempt, final NonceSource nonces) {
        if (!isChallenged || !Arrays.equals(seatNonce, attempt)) {
            System.arraycopy(attempt, 0, seatNonce, 0, attempt.length);
            nonces.fill(gatewayNonce);
            isChallenged = true;
        }
    }

    boolean isAnswer(final byte[] attempt, final byte[] answered) {
        return isChallenged && Arrays.equals(seatNonce, attempt) && Arrays.equals(gatewayNonce, answered);
    }
}
