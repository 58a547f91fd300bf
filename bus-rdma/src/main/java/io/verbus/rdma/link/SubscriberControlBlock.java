package io.verbus.rdma.link;

/**
 * Control block that a subscriber writes in the publisher's memory. Each value is an independent {@link TornSafeLong}.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | consumed: the position below which all is consumed (16)  |
 *       16  | receives: how many were posted since the start (16)      |
 *       32  | heartbeat: changes while the process runs (16)           |
 *       48  | leave: 1 if the subscriber will not return (16)          |
 *           +----------------------------------------------------------+
 * </pre>
 */
public final class SubscriberControlBlock {
    /** Length in bytes. */
    public static final int LENGTH = 64;

    static final int CONSUMED_OFFSET = 0;
    static final int RECEIVES_OFFSET = 16;
    static final int HEARTBEAT_OFFSET = 32;
    static final int LEAVE_OFFSET = 48;

    private SubscriberControlBlock() {
    }
}
