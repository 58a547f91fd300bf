package io.verbus.net.link;

/**
 * The number of sessions in a heartbeat of a publisher, and beside it, as bit 30, whether a relay serves the log that
 * does not receive from its publisher.
 */
public final class SessionCount {
    private static final int SILENT = 1 << 30;
    private static final int MAX = 1 << 20;

    private SessionCount() {
    }

    /**
     * The word of a heartbeat.
     *
     * @param sessions of the stream where the subscriber has connected
     * @param isSilent whether the publisher of the session is silent
     * @return the word
     */
    public static int word(final int sessions, final boolean isSilent) {
        return isSilent ? sessions | SILENT : sessions;
    }

    /**
     * The number of sessions.
     *
     * @param word that is valid
     * @return the number
     */
    public static int sessions(final int word) {
        return word & ~SILENT;
    }

    /**
     * Whether the publisher is silent.
     *
     * @param word that is valid
     * @return true if the relay that serves the log does not receive from its publisher
     */
    public static boolean isSilent(final int word) {
        return (word & SILENT) != 0;
    }

    /**
     * Checks the word of a peer.
     *
     * @param word as received
     * @return what the peer violates, null if the word is valid
     */
    public static String violation(final long word) {
        final long sessions = word & ~SILENT;
        return word < 0 || sessions > MAX ? "it reports " + (word < 0 ? word : sessions) + " sessions" : null;
    }
}
