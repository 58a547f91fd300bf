package io.verbus.testkit.chaos;

/** What subscriptions and publishers say of why, as far as tests have to know it. */
public final class Causes {
    static final String DEATH = "its publisher's process died without closing it";
    static final String SILENCE = "its publisher's process gives no sign of life, but is not dead";
    /** What the evicted hear of it, and what everybody else hears who is lapped. */
    public static final String EVICTED = "the subscription was evicted, and fell a whole log behind: it held up its"
            + " publisher and did not read for the time-out";
    public static final String LAPPED = "the subscription fell a whole log behind its publisher";
    public static final String CONFLATED = LAPPED + ", and went on with the newest message";
    public static final String LOST = LAPPED + ", and lost the session: its policy is EVICT";
    /** What the feed has to say of who has lost its session. */
    public static final String LET_GO = " it fell a whole log behind under EVICT";

    private Causes() {
    }
}
