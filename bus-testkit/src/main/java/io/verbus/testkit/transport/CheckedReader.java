package io.verbus.testkit.transport;

import io.verbus.Action;
import io.verbus.Subscription;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.oracle.SubscriptionOracle;
import java.util.List;

/** A subscription that checks everything it receives. */
public final class CheckedReader {
    /** Message of the exception that a throwing handler throws. */
    public static final String THROWN = "thrown by a handler";
    private static final int LIMIT = 1_000;
    private static final int EMPTY_POLLS = 20;

    private final Subscription subscription;
    private final SubscriptionOracle oracle;
    private final TransportUnderTest transport;

    /** A subscription with its oracle as the listener. */
    public CheckedReader(final Subscription subscription, final SubscriptionOracle oracle,
            final TransportUnderTest transport) {
        this.subscription = subscription;
        this.oracle = oracle;
        this.transport = transport;
    }

    public Subscription subscription() {
        return subscription;
    }

    public SubscriptionOracle oracle() {
        return oracle;
    }

    public List<String> events() {
        return oracle.events();
    }

    /** The only session. */
    public SessionOracle session() {
        return oracle.only();
    }

    /** One poll. It may read less than is available: a poll ends where a reader has to store its progress. */
    public int poll(final int limit) {
        return subscription.poll(oracle, limit);
    }

    /** One poll that refuses the message after the first few. */
    public int pollAndRefuse(final int taken) {
        final int[] count = {0};
        return subscription.poll((buffer, offset, length, header) -> count[0]++ < taken
                ? oracle.onMessage(buffer, offset, length, header)
                : Action.NOT_TAKEN, taken + 1);
    }

    /** One poll with a handler that throws at each message. */
    public int pollAndThrow(final int limit) {
        return subscription.poll((buffer, offset, length, header) -> {
            oracle.onMessage(buffer, offset, length, header);
            throw new IllegalStateException(THROWN);
        }, limit);
    }

    /** One poll with a handler that checks a few messages, then throws an error of the JVM out of the poll. */
    public void pollAndExhaust(final int taken) {
        final int[] count = {0};
        try {
            subscription.poll((buffer, offset, length, header) -> {
                oracle.onMessage(buffer, offset, length, header);
                if (count[0]++ == taken) {
                    throw new StackOverflowError(THROWN);
                }
                return Action.TAKEN;
            }, taken + 1);
        } catch (final StackOverflowError e) {
            if (count[0] != taken + 1) {
                throw new AssertionError("thrown by another call", e);
            }
            return;
        }
        if (count[0] > taken) {
            throw new AssertionError("the error of the JVM did not leave poll");
        }
    }

    /** Polls until messages arrive. Returns their number. */
    public int pollSome(final int limit) {
        for (int poll = 0; poll < EMPTY_POLLS; poll++) {
            final int count = poll(limit);
            if (count > 0) {
                return count;
            }
            transport.arrive();
        }
        throw new AssertionError("no message in " + EMPTY_POLLS + " polls");
    }

    /** Polls until no more messages arrive. */
    public void drain() {
        transport.settle();
        do {
            pollAll();
        } while (transport.arrive());
    }

    private void pollAll() {
        int empty = 0;
        while (empty < EMPTY_POLLS) {
            empty = poll(LIMIT) > 0 ? 0 : empty + 1;
        }
    }

    public void close() {
        subscription.close();
    }
}
