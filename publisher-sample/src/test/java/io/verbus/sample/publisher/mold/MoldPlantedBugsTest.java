package io.verbus.sample.publisher.mold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.testkit.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Histories with a hostile sender detect each check that is removed from the receiver. */
@Tag("long")
class MoldPlantedBugsTest {
    private static final long SEEDS = 2_000;
    private static final String RECEIVER = "io/verbus/sample/publisher/mold/MoldReceiver.java";

    static final Mutant[] BUGS = {
            new Mutant("another session is followed at once", RECEIVER, "MoldState.ENDING || !isSilent(nowNs)",
                    "MoldState.ENDING"),
            new Mutant("another session needs no second packet", RECEIVER, "if (isOf(candidate, in, offset)) {",
                    "if (in != null) {"),
            new Mutant("packets of any session are taken", RECEIVER,
                    "isWanted(in, offset) : isOf(session, in, offset)) {", "isWanted(in, offset) : true) {"),
            new Mutant("a far jump needs no witness", "io/verbus/sample/publisher/mold/FarJumps.java",
                    "return isNear || hasWitness;", "return true;"),
            new Mutant("an early end needs no witness", RECEIVER,
                    "nowNs - endNs >= settings.discipline().silenceNs()", "nowNs - endNs >= 0")};

    @ParameterizedTest
    @FieldSource("BUGS")
    void bugIsFound(final Mutant bug) {
        bug.assertFound(HostileSenderHunt.class, SEEDS);
    }

    @Test
    void withoutBugNothingIsFound() {
        assertEquals("", new HostileSenderHunt().apply(new long[]{0, 200}));
    }
}
