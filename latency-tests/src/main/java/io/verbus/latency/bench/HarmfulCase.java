package io.verbus.latency.bench;

import io.verbus.orders.seat.SeatEnd;

/** Harm that a publisher of orders.in does to its gateway, in bursts. */
public enum HarmfulCase {
    /** A seat that is established, and sends nothing but heartbeats. */
    NONE {
        @Override
        void send(final HarmfulPublisher other) {
            other.poll();
        }
    },
    /** A seat whose valid orders fill its send window. */
    FLOOD {
        @Override
        void send(final HarmfulPublisher other) {
            other.enter();
            other.poll();
        }
    },
    /** A seat that sends valid orders without end, and reads no report any more. */
    UNREAD {
        private long number;

        @Override
        boolean isReady(final HarmfulPublisher other) {
            return other.isRead();
        }

        @Override
        void send(final HarmfulPublisher other) {
            other.order(++number, OTHER_SEAT_NUMBER);
        }
    },
    /** A publisher without a seat that sends malformed messages. */
    GARBAGE {
        @Override
        boolean prepare(final HarmfulPublisher other) {
            return true;
        }

        @Override
        void send(final HarmfulPublisher other) {
            other.garbage();
        }
    },
    /** A publisher that begins to establish a seat, and never proves it. */
    ESTABLISH {
        @Override
        boolean prepare(final HarmfulPublisher other) {
            return true;
        }

        @Override
        void send(final HarmfulPublisher other) {
            other.establish();
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
        void send(final HarmfulPublisher other) {
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
        void send(final HarmfulPublisher other) {
            other.order(1, OTHER_SEAT_NUMBER);
        }
    },
    /** A seat that sends orders of another seat. */
    FOREIGN {
        @Override
        void send(final HarmfulPublisher other) {
            other.order(1, SEAT_NUMBER);
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
        void send(final HarmfulPublisher other) {
            other.order(1, OTHER_SEAT_NUMBER);
        }
    },
    /** A seat with many open orders that requests them without end. */
    OPEN_ORDERS {
        private static final int ORDERS = 100_000;

        @Override
        boolean prepare(final HarmfulPublisher other) {
            while (super.prepare(other) && other.seat().openOrders() < ORDERS && other.rest()) {
                other.poll();
            }
            return other.seat().openOrders() >= ORDERS && other.seat().unanswered() == 0;
        }

        @Override
        void send(final HarmfulPublisher other) {
            other.requestOpenOrders();
            other.poll();
        }
    };

    /** Time of a burst: the paced seat sends one request after each, also beside none. */
    private static final long BURST_NS = 100_000;
    /** Number of the paced seat, and of that of the other publisher. */
    private static final int SEAT_NUMBER = 0;
    private static final int OTHER_SEAT_NUMBER = 1;

    /**
     * A step to the state in which bursts are sent: the seat is established.
     *
     * @return whether it is reached
     */
    boolean prepare(final HarmfulPublisher other) {
        other.poll();
        return other.seat().state() == SeatEnd.State.ESTABLISHED;
    }

    /** Sends a burst. Between two messages the paced seat reads its reports, as if it had a thread of its own. */
    final void burst(final HarmfulPublisher other, final Runnable between) {
        final long beginNs = System.nanoTime();
        final boolean isReady = isReady(other);
        do {
            if (isReady) {
                send(other);
            }
            between.run();
        } while (System.nanoTime() - beginNs < BURST_NS);
    }

    /** Whether a burst is sent: always, unless it depends on the room in the log. */
    boolean isReady(final HarmfulPublisher other) {
        return true;
    }

    /** Sends a message. */
    abstract void send(HarmfulPublisher other);
}
