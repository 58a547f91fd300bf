package io.verbus.rdma.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Control words may arrive in another order than they were written. */
@Tag("no-device")
class SwappedWordsTest {
    private static final long SEEDS = 200;
    private static final String LINK = "io/verbus/rdma/link/";

    static final Mutant[] BUGS = {
            new Mutant("swapped control words: a lower position is a violation", LINK + "WriteCredit.java",
                    "if (newConsumed > known) {", "if (newConsumed < known) {\nreturn \"decreases\";\n}\n"
                            + "if (newConsumed > known) {"),
            new Mutant("swapped control words: fewer receives are a violation", LINK + "WriteCredit.java",
                    "if (newReceives > receives) {", "if (newReceives != receives) {\nif (newReceives < receives) {\n"
                            + "return \"decreases\";\n}"),
            new Mutant("swapped control words: a lower position is taken", LINK + "WriteCredit.java",
                    "if (newConsumed > known) {", "if (newConsumed != known) {"),
            new Mutant("swapped control words: an older heartbeat is taken",
                    LINK + "PublisherControlBlockReader.java", "if (newHeartbeat >= heartbeat) {", "if (true) {"),
            new Mutant("swapped control words: an older end of the log is taken",
                    LINK + "PublisherControlBlockReader.java", "position = Math.max(position, newPosition);",
                    "position = newPosition;")};

    @Test
    void olderWordsGrantNothingAndViolateNothing() {
        assertEquals("", new SwappedWordsHunt().apply(new long[]{0, SEEDS}));
    }

    @ParameterizedTest
    @FieldSource("BUGS")
    void plantedBugIsFound(final Mutant bug) {
        bug.assertFound(SwappedWordsHunt.class, SEEDS);
    }
}
