package io.verbus.marketdata.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.verbus.support.mutant.Mutant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The test of forged answers fails if the sockets accept answers from any address. */
class LivePlantedBugsTest {
    /** Runs the test of forged answers; returns its failure, or an empty text. */
    static final class ForgedAnswers implements Function<Long, String> {
        @Override
        public String apply(final Long ignored) {
            final MoldSourceTest test = new MoldSourceTest();
            try {
                test.open();
                try {
                    test.answersOfOtherSendersAreSkipped();
                    return "";
                } finally {
                    test.close();
                }
            } catch (final AssertionError e) {
                return e.getMessage();
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void answersFromAnyAddressAreFound() {
        final String found = new Mutant("answers from any address are taken",
                "io/verbus/marketdata/live/MoldSockets.java", "server.equals(from)", "from != null")
                .inside(ForgedAnswers.class).apply(0L);
        System.out.println("planted: answers from any address are taken; found: " + found);
        assertNotEquals("", found);
        assertEquals("", new ForgedAnswers().apply(0L));
    }
}
