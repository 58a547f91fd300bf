package io.verbus.testkit.chaos;

import io.verbus.EvictionCause;
import io.verbus.GapCause;
import io.verbus.LossCause;

/** Causes that subscriptions and publications report, as far as tests compare them, as the processes print them. */
public final class Causes {
    static final String DEATH = LossCause.DIED.description();
    static final String SILENCE = LossCause.SILENT.description();
    /** The cause for an evicted reader, and for any other lapped reader. */
    public static final String EVICTED = GapCause.EVICTED.description();
    public static final String LAPPED = GapCause.LAPPED.description();
    public static final String CONFLATED = GapCause.CONFLATED.description();
    public static final String LOST = LossCause.LAPPED.description();
    /** The cause that a feed reports of a reader that lost its session. */
    public static final String LET_GO = " " + EvictionCause.LAPPED.description();

    private Causes() {
    }
}
