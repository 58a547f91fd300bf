package io.verbus.marketdata.mold;

/**
 * The packets of MoldUDP64 1.0 (7 July 2009). All numbers are big-endian. The specification has no section numbers.
 * <pre>
 *    0                     10              18      20
 *   +---------------------+---------------+-------+--------+--------------+--------+----
 *   | session             | sequence      | count | length | message      | length | ...
 *   | ASCII               | of 1st message|       | 2      | length bytes |        |
 *   +---------------------+---------------+-------+--------+--------------+--------+----
 *   |           header ("Downstream Packet")      |    message blocks ("Message Block")
 *
 *   A request ("Request Packet") is a header only, with the first sequence and the count of the request.
 * </pre>
 */
public final class MoldLayout {
    /** "Downstream Packet Header": the session, 10 bytes of ASCII. */
    public static final int SESSION = 0;
    /** Length of a session name in bytes. */
    public static final int SESSION_LENGTH = 10;
    /** "Downstream Packet Header": sequence of the first message, or of the next one if there is none; from 1. */
    public static final int SEQUENCE = 10;
    /** "Downstream Packet Header": number of message blocks, or one of the two values below. */
    public static final int COUNT = 18;
    /** "Downstream Packet Header": its length; the first message block follows. */
    public static final int HEADER_LENGTH = 20;

    /** "Message Block": size of the length field before each message. */
    public static final int FRAMING = 2;

    /** "Heartbeats": a packet without messages; its sequence is the next one. */
    public static final int HEARTBEAT = 0;
    /** "End of Session": replaces heartbeats for some time; its sequence is the next one, which is never sent. */
    public static final int END_OF_SESSION = 0xFFFF;
    /** Maximum number of messages in a packet and in a request. */
    public static final int MOST_MESSAGES = 0xFFFE;
    /** Maximum payload of a UDP datagram over IPv4. */
    public static final int LONGEST_PACKET = 65_507;

    private MoldLayout() {
    }
}
