package io.verbus.marketdata.glimpse;

import java.util.concurrent.TimeUnit;

/**
 * The packets of SoupBinTCP 3.00 (22 February 2017), and the end of a snapshot of GLIMPSE 5.0. Lengths are big-endian.
 * Numbers in texts are ASCII digits with spaces on the left, other texts have them on the right.
 *
 * <pre>
 *    0        2      3
 *   +--------+------+----------------
 *   | length | type | length - 1 bytes
 *   +--------+------+----------------
 *
 *   Login Request, after the type: user 6, password 10, session 10, sequence 20
 *   Login Accepted:                session 10, sequence 20
 *   Login Rejected:                reason 1
 *   Sequenced Data:                a message of ITCH or GLIMPSE
 *   Snapshot (GLIMPSE 5.0, 1.7):   'G' 1, sequence 20
 * </pre>
 */
final class SoupBinLayout {
    static final int LENGTH = 2;
    static final int HEADER = LENGTH + 1;
    static final int LONGEST = LENGTH + 0xFFFF;
    static final int USER_LENGTH = 6;
    static final int PASSWORD_LENGTH = 10;
    static final int SESSION_LENGTH = 10;
    static final int SEQUENCE_LENGTH = 20;
    static final int LOGIN_LENGTH = HEADER + USER_LENGTH + PASSWORD_LENGTH + SESSION_LENGTH + SEQUENCE_LENGTH;
    static final int ACCEPTED_LENGTH = HEADER + SESSION_LENGTH + SEQUENCE_LENGTH;
    static final int REJECTED_LENGTH = HEADER + 1;
    static final int SNAPSHOT_LENGTH = 1 + SEQUENCE_LENGTH;

    static final char DEBUG = '+';
    static final char ACCEPTED = 'A';
    static final char REJECTED = 'J';
    static final char SEQUENCED = 'S';
    static final char UNSEQUENCED = 'U';
    static final char SERVER_HEARTBEAT = 'H';
    static final char END_OF_SESSION = 'Z';
    static final char LOGIN = 'L';
    static final char CLIENT_HEARTBEAT = 'R';
    static final char LOGOUT = 'O';

    static final char SNAPSHOT = 'G';

    /** Heartbeats: each side sends a packet at least once a second. */
    static final long HEARTBEAT_NS = TimeUnit.SECONDS.toNanos(1);
    /** Heartbeats: without a packet for this time the connection is lost. */
    static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(15);

    private SoupBinLayout() {
    }
}
