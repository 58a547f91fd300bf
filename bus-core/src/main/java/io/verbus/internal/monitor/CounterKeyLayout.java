package io.verbus.internal.monitor;

import io.verbus.monitor.CounterKind;

/**
 * The key of a counter, in its metadata. Little endian. Texts are parts of the counter's label, in bytes of UTF-8.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | session, 0 for none (8)                                  |
 *        8  | subscription, 0 for none (8)                             |
 *       16  | pid of the publisher or subscription, 0 for none (8)     |
 *       24  | policy of the subscription, -1 for none (4)              |
 *       28  | 1 if the subscription reads other hosts, else 0 (4)      |
 *           +----------------------------------------------------------+
 *       32  | stream in the label: offset 4, length 4 (8)              |
 *       40  | name in the label: offset 4, length 4 (8)                |
 *       48  | host of the peer in the label: offset 4, length 4 (8)    |
 *       56  | link to the peer in the label: offset 4, length 4 (8)    |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>The type id in the metadata is a {@link CounterKind}'s. A policy is its number in {@link io.verbus.Policy}. A text
 * of length 0 is absent.
 */
public final class CounterKeyLayout {
    public static final int SESSION_OFFSET = 0;
    public static final int SUBSCRIPTION_OFFSET = 8;
    public static final int PID_OFFSET = 16;
    public static final int POLICY_OFFSET = 24;
    public static final int REMOTE_OFFSET = 28;
    public static final int STREAM_OFFSET = 32;
    public static final int NAME_OFFSET = 40;
    public static final int HOST_OFFSET = 48;
    public static final int LINK_OFFSET = 56;
    /** Bytes of a key. */
    public static final int LENGTH = 64;

    private CounterKeyLayout() {
    }
}
