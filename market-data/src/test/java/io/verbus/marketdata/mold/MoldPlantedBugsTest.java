package io.verbus.marketdata.mold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Histories with a hostile sender detect each check that is removed from the receiver. */
@Tag("long")
class MoldPlantedBugsTest {
    private static final long SEEDS = 2_000;
    private static final String RECEIVER = "io/verbus/marketdata/mold/MoldReceiver.java";

    static final Mutant[] BUGS = {
            new Mutant("another session is followed at once", RECEIVER, "MoldState.ENDING || !sides.areSilent(nowNs)",
                    "MoldState.ENDING"),
            new Mutant("another session needs no second packet", RECEIVER,
                    "if (format.isSameSession(candidate, in, offset)) {",
                    "if (in != null) {"),
            new Mutant("packets of any session are taken", RECEIVER,
                    ": isOfSession(in, offset) && ", ": "),
            new Mutant("a far jump needs no witness", "io/verbus/marketdata/mold/FarJumps.java",
                    "return isNear || hasWitness;", "return true;"),
            new Mutant("a claim is not cancelled", RECEIVER, "newest = Math.max(next, from.received);",
                    "newest = Math.max(next, from.newest);"),
            new Mutant("forged messages ahead are kept", RECEIVER, "messages == 0 && next < from.received", "next < 0"),
            new Mutant("requests for a cancelled claim count", RECEIVER, "if (newest < gapEnd) {", "if (next < 0) {"),
            new Mutant("a claim is a loss at once", RECEIVER, "return isCertain(nowNs) && ", "return "),
            new Mutant("an answer without messages is a claim", RECEIVER, "if (!isAnswer) {", "if (nowNs >= 0) {"),
            new Mutant("an end that is reached is not awaited", RECEIVER,
                    "state = MoldState.ENDING;\n            endNs = nowNs;",
                    "state = MoldState.ENDING;"),
            new Mutant("an empty block is a message", "io/verbus/marketdata/mold/PacketFormat.java",
                    " || messageLength(in, at) == 0", ""),
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
