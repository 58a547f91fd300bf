package io.verbus.tcp.link;

import io.verbus.spi.Link;

/** A link as the conductor manages it; its life is that of its connection. */
public interface TcpLink extends Link {
    /** {@return whether the peer waits for an answer that a duty cycle gives; any thread} */
    default boolean isUrgent() {
        return false;
    }

    /** {@return whether its connection is closed; conductor} */
    default boolean isClosed() {
        return connection().isClosed();
    }

    /** {@return its connection} */
    Connection connection();

    /**
     * One duty cycle.
     *
     * @param nowNs on the monotonic clock
     */
    void conduct(long nowNs);

    @Override
    default void end(final String cause) {
        connection().end(cause);
    }

    @Override
    default String endedBy() {
        return connection().endedBy();
    }

    @Override
    default void close() {
        connection().close();
    }

    @Override
    default String peer() {
        return connection().peer();
    }

    @Override
    default String medium() {
        return connection().medium();
    }
}
