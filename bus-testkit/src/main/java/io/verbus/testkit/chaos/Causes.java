package io.verbus.testkit.chaos;

/** What subscriptions and publishers say of why, as far as tests have to know it. */
public final class Causes {
    static final String DEATH = "its publisher's process died without closing it";
    static final String SILENCE = "its publisher's process is silent, but not dead";
    /** What the evicted hear of it, and what everybody else hears who is lapped. */
    public static final String EVICTED = "the subscription was evicted and lapped: it blocked its"
            + " publisher and read nothing for the timeout";
    public static final String LAPPED = "the subscription was lapped by its publisher";
    public static final String CONFLATED = LAPPED + ", and resumed at the newest message";
    public static final String LOST = LAPPED + ", and lost the session: its policy is EVICT";
    /** What the feed has to say of who has lost its session. */
    public static final String LET_GO = " it was lapped under EVICT";

    private Causes() {
    }
}
