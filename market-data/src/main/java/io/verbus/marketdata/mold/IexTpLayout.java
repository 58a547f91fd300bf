package io.verbus.marketdata.mold;

/**
 * The packets of IEX Transport Protocol (IEX-TP) 1.0, section "Outbound Segments". All numbers are little-endian.
 * <pre>
 *    0         1          2          4         8         12        14      16       24           32       40
 *   +---------+----------+----------+---------+---------+---------+-------+--------+------------+--------+----
 *   | version | reserved | protocol | channel | session | payload | count | stream | sequence   | send   | ...
 *   | 1       |          | of the   |         |         | length  |       | offset | of 1st     | time,  |
 *   |         |          | messages |         |         |         |       |        | message    | ns     |
 *   +---------+----------+----------+---------+---------+---------+-------+--------+------------+--------+----
 *                                                header                                      message blocks
 * </pre>
 *
 * <p>A heartbeat has no messages; its sequence is the next one. A session has no announced end. The sequence can fall
 * back to 1 in the same session, when the sender restarts.
 */
final class IexTpLayout {
    /** "Version". */
    static final int VERSION = 0;
    static final byte VERSION_1 = 1;
    /** "Message Protocol ID": the format of the messages. */
    static final int PROTOCOL = 2;
    static final short DEEP_1_0 = (short) 0x8004;
    /** "Channel ID", then "Session ID": together the identity of a session. */
    static final int CHANNEL = 4;
    static final int SESSION = 8;
    static final int SESSION_LENGTH = 8;
    /** "Payload Length": of all message blocks, in bytes. */
    static final int PAYLOAD_LENGTH = 12;
    static final int COUNT = 14;
    static final int SEQUENCE = 24;
    /** "Send Time": of the packet, in nanoseconds since 1970. */
    static final int SEND_TIME = 32;
    static final int HEADER_LENGTH = 40;

    private IexTpLayout() {
    }
}
