package io.verbus.sample.publisher.mold;

/**
 * The packets of MoldUDP64 1.0 (7 July 2009). All numbers are big-endian. The sections have titles, no numbers.
 * <pre>
 *    0                     10              18      20
 *   +---------------------+---------------+-------+--------+--------------+--------+----
 *   | session             | sequence      | count | length | message      | length | ...
 *   | ASCII               | of 1st message|       | 2      | length bytes |        |
 *   +---------------------+---------------+-------+--------+--------------+--------+----
 *   |           header ("Downstream Packet")      |    message blocks ("Message Block")
 *
 *   A request ("Request Packet") is the header alone: first sequence and count are what is asked for.
 * </pre>
 */
public final class MoldLayout {
    /** "Downstream Packet Header": the session, 10 bytes of ASCII. */
    public static final int SESSION = 0;
    /** Bytes of a session's name. */
    public static final int SESSION_LENGTH = 10;
    /** "Downstream Packet Header": sequence of the first message, or of the next one if there is none; from 1. */
    public static final int SEQUENCE = 10;
    /** "Downstream Packet Header": how many message blocks follow, or one of the two values below. */
    public static final int COUNT = 18;
    /** "Downstream Packet Header": its length; the first message block follows. */
    public static final int HEADER_LENGTH = 20;

    /** "Message Block": bytes of the length in front of each message. */
    public static final int FRAMING = 2;

    /** "Heartbeats": a packet of no messages, whose sequence is the next one. */
    public static final int HEARTBEAT = 0;
    /** "End of Session": sent in place of heartbeats for a while; the sequence is the next one, which never comes. */
    public static final int END_OF_SESSION = 0xFFFF;
    /** Most messages in a packet, and most that one request can name. */
    public static final int MOST_MESSAGES = 0xFFFE;
    /** What a datagram over IPv4 can hold. */
    public static final int LONGEST_PACKET = 65_507;

    private MoldLayout() {
    }
}
