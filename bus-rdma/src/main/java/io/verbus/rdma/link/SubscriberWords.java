package io.verbus.rdma.link;

/**
 * What a subscriber says, in the publisher's memory. Each is a {@link Word} and stands alone.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | consumed: the position below which all is consumed (16)  |
 *       16  | receives: how many were posted since the beginning (16)  |
 *       32  | beat: changes as long as the process runs (16)           |
 *       48  | leave: 1 if nobody comes back for this session (16)      |
 *           +----------------------------------------------------------+
 * </pre>
 */
public final class SubscriberWords {
    /** Bytes of all. */
    public static final int LENGTH = 64;

    static final int CONSUMED_OFFSET = 0;
    static final int RECEIVES_OFFSET = 16;
    static final int BEAT_OFFSET = 32;
    static final int LEAVE_OFFSET = 48;

    private SubscriberWords() {
    }
}
