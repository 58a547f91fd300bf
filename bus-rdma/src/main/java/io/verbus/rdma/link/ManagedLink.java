package io.verbus.rdma.link;

import io.verbus.spi.Link;

/** A link as the conductor manages it; its life is that of its epoch. */
public interface ManagedLink extends Link {
    /** {@return the epoch} */
    Epoch epoch();

    /**
     * One duty cycle: reads the control block, disconnects an ended epoch.
     *
     * @param nowNs on the monotonic clock
     */
    void conduct(long nowNs);

    @Override
    default void end(final String cause) {
        epoch().end(cause);
    }

    @Override
    default String endedBy() {
        return epoch().endedBy();
    }

    @Override
    default void close() {
        epoch().close();
    }

    @Override
    default String peer() {
        return epoch().peer();
    }

    @Override
    default String medium() {
        return epoch().medium();
    }
}
