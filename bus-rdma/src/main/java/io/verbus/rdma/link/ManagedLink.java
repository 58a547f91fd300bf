package io.verbus.rdma.link;

/** A link as the conductor manages it. */
public interface ManagedLink {
    /** {@return the epoch} */
    Epoch epoch();

    /**
     * One duty cycle: reads the control block, disconnects an ended epoch.
     *
     * @param nowNs on the monotonic clock
     */
    void conduct(long nowNs);
}
