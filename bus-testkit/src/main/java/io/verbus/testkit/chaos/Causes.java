package io.verbus.testkit.chaos;

/** Causes that subscriptions and publications report, as far as tests compare them. */
public final class Causes {
    static final String DEATH = "its publisher's process died without closing it";
    static final String SILENCE = "its publisher's process is silent, but not dead";
    /** The cause for an evicted reader, and for any other lapped reader. */
    public static final String EVICTED = "the subscription was evicted and lapped: it blocked its"
            + " publisher and read nothing for the timeout";
    public static final String LAPPED = "the subscription was lapped by its publisher";
    public static final String CONFLATED = LAPPED + ", and resumed at the newest message";
    public static final String LOST = LAPPED + ", and lost the session: its policy is EVICT";
    /** The cause that a feed reports of a reader that lost its session. */
    public static final String LET_GO = " it was lapped under EVICT";

    private Causes() {
    }
}
