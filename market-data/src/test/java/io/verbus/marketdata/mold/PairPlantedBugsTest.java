package io.verbus.marketdata.mold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Histories of a pair of feeds detect each rule that is removed from the receiver. */
@Tag("long")
class PairPlantedBugsTest {
    private static final long SEEDS = 200;
    private static final String RECEIVER = "io/verbus/marketdata/mold/MoldReceiver.java";

    static final Mutant[] BUGS = {
            new Mutant("a late side is not awaited", RECEIVER, "requester == null && isGapPassed",
                    "requester == null"),
            new Mutant("reordered packets are not awaited", RECEIVER, "nowNs - requestedNs >= settings.retryNs()",
                    "nowNs - requestedNs >= 0"),
            new Mutant("a heartbeat denies an end of the other side", RECEIVER, "messages == 0 && from.end == end",
                    "messages == 0"),
            new Mutant("a duplicate restarts a trusted session", RECEIVER,
                    "format.sentNs(in, offset) > sides.of(side).sentNs", "format.sentNs(in, offset) > 0"),
            new Mutant("a trusted restart needs a silence", RECEIVER,
                    "isSame && settings.discipline().isTrusting()", "isSame && in == null")};

    @ParameterizedTest
    @FieldSource("BUGS")
    void bugIsFound(final Mutant bug) {
        bug.assertFound(PairHunt.class, SEEDS);
    }

    @Test
    void withoutBugNothingIsFound() {
        assertEquals("", new PairHunt().apply(new long[]{0, SEEDS}));
    }
}
