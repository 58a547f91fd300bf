package io.verbus.rdma.link;

import io.verbus.rdma.epoch.Epoch;
/** An end of an epoch, as the conductor sees it. */
public interface Conducted {
    /** {@return the epoch} */
    Epoch epoch();

    /**
     * One turn: hears what the peer says, disconnects what has ended.
     *
     * @param nowNs on the monotonic clock
     */
    void conduct(long nowNs);
}
