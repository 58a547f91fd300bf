package io.verbus.testkit.pause;

import io.verbus.Policy;
import io.verbus.testkit.chaos.Causes;
import io.verbus.testkit.chaos.Meeting;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * On one host. {@code -Dverbus.pauseRate=N} for another rate; {@code -Dverbus.pausePairs=N} prints how late messages
 * come to the other reader with the pause and without.
 */
@Tag("processes")
class PauseTest extends Pausing {
    private static final int RATE = Integer.getInteger("verbus.pauseRate", 1_000_000);
    private static final int PAIRS = Integer.getInteger("verbus.pausePairs", 5);
    private static final long LONG_MS = 10_000;

    PauseTest() {
        super(RATE, LONG_MS);
    }

    @Override
    protected Meeting meeting() {
        return Meeting.HERE;
    }

    @Override
    protected String lapped(final Policy policy) {
        return switch (policy) {
            case CONFLATE -> Causes.CONFLATED;
            case EVICT -> Causes.LOST;
            default -> Causes.LAPPED;
        };
    }

    /** By hand: a figure depends on what else the machine does. Under BLOCK the feed waits, so everything is late. */
    @ParameterizedTest
    @EnumSource(value = Policy.class, names = "BLOCK", mode = EnumSource.Mode.EXCLUDE)
    @EnabledIfSystemProperty(named = "verbus.pausePairs", matches = "\\d+")
    void howLateMessagesComeToTheOther(final Policy policy) throws Exception {
        try (PausedReader run = start(policy)) {
            final double[] ratios = new double[PAIRS];
            final StringBuilder pairs = new StringBuilder();
            for (int pair = 0; pair < PAIRS; pair++) {
                run.awaitBack();
                final long without = run.latencyNs(false);
                final long with = run.latencyNs(true);
                ratios[pair] = (double) with / without;
                pairs.append(String.format(Locale.ROOT, " %.1f/%.1f", with / 1e3, without / 1e3));
            }
            Arrays.sort(ratios);
            System.out.printf(Locale.ROOT, "pause: %s at %,d/s: p99 of the other with the pause is %.2f times that"
                    + " without, median of %d; in us:%s%n", policy, RATE, ratios[PAIRS / 2], PAIRS, pairs);
            run.end();
        }
    }
}
