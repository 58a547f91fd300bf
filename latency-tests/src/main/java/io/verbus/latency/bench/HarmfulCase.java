package io.verbus.latency.bench;

import io.verbus.orders.seat.SeatEnd;

/** Harm that a publisher of orders.in does to its gateway, in bursts. */
public enum HarmfulCase {
    /** A seat that is established, and sends nothing but heartbeats. */
    NONE {
        @Override
        void send(final HarmfulPublisher other, final Runnable between) {
            other.poll();
        }
    },
    /** A seat whose valid orders fill its send window. */
    FLOOD {
        @Override
        void send(final HarmfulPublisher other, final Runnable between) {
            for (int i = 0; i < BURST && other.enter(); i++) {
                other.poll();
                between.run();
            }
            other.poll();
        }
    },
    /** A seat that sends valid orders without end, and reads no report any more. */
    UNREAD {
        private long number;

        @Override
        void send(final HarmfulPublisher other, final Runnable between) {
            for (int i = 0; i < BURST && (i > 0 || other.isRead()); i++) {
                other.order(++number, OTHER_SEAT_NUMBER);
                between.run();
            }
        }
    },
    /** A publisher without a seat that sends malformed messages. */
    GARBAGE {
        @Override
        boolean prepare(final HarmfulPublisher other) {
            return true;
        }

        @Override
        void send(final HarmfulPublisher other, final Runnable between) {
            for (int i = 0; i < BURST; i++) {
                other.garbage();
                between.run();
            }
        }
    },
    /** A publisher that begins to establish a seat, and never proves it. */
    ESTABLISH {
        @Override
        boolean prepare(final HarmfulPublisher other) {
            return true;
        }

        @Override
        void send(final HarmfulPublisher other, final Runnable between) {
            for (int i = 0; i < BURST; i++) {
                other.establish();
                between.run();
            }
        }
    },
    /** A publisher that answers each challenge at once, with a wrong secret. */
    WRONG_SECRET {
        @Override
        boolean prepare(final HarmfulPublisher other) {
            other.establish();
            return true;
        }

        @Override
        void send(final HarmfulPublisher other, final Runnable between) {
            other.establishWithoutSecret();
        }
    },
    /** A seat that repeats its first order. */
    REPEATED {
        @Override
        boolean prepare(final HarmfulPublisher other) {
            return super.prepare(other) && (other.seat().nextNumber() > 1 || other.enter())
                    && other.seat().unanswered() == 0;
        }

        @Override
        void send(final HarmfulPublisher other, final Runnable between) {
            orders(other, OTHER_SEAT_NUMBER, between);
        }
    },
    /** A seat that sends orders of another seat. */
    FOREIGN {
        @Override
        void send(final HarmfulPublisher other, final Runnable between) {
            orders(other, SEAT_NUMBER, between);
        }
    },
    /** A seat that was terminated, and continues to send orders in its session. */
    STALE {
        @Override
        boolean prepare(final HarmfulPublisher other) {
            if (super.prepare(other)) {
                other.terminate();
            }
            return other.seat().state() == SeatEnd.State.ENDED;
        }

        @Override
        void send(final HarmfulPublisher other, final Runnable between) {
            orders(other, OTHER_SEAT_NUMBER, between);
        }
    };

    /** Most messages that are sent before a request. */
    static final int BURST = 2_000;
    /** Number of the paced seat, and of that of the other publisher. */
    static final int SEAT_NUMBER = 0;
    static final int OTHER_SEAT_NUMBER = 1;

    /**
     * A step to the state in which the burst is sent: the seat is established.
     *
     * @return whether it is reached
     */
    boolean prepare(final HarmfulPublisher other) {
        other.poll();
        return other.seat().state() == SeatEnd.State.ESTABLISHED;
    }

    /** Sends a burst. Between two messages the paced seat reads its reports, as if it had a thread of its own. */
    abstract void send(HarmfulPublisher other, Runnable between);

    private static void orders(final HarmfulPublisher other, final int seat, final Runnable between) {
        for (int i = 0; i < BURST; i++) {
            other.order(1, seat);
            between.run();
        }
    }
}
