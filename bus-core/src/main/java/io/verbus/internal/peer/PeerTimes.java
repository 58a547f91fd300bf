package io.verbus.internal.peer;

import io.verbus.internal.duty.IntervalTimer;

/** Times that both ends of a connection use. */
public final class PeerTimes {
    /** The longest time between two failed attempts to connect; see {@link IntervalTimer#scattered}. */
    public static final long RECONNECT_NS = 250_000_000;
    /** Heartbeats per heartbeat timeout. More of them would cost latency: each is a write. */
    public static final int HEARTBEATS_PER_TIMEOUT = 8;

    private PeerTimes() {
    }
}
