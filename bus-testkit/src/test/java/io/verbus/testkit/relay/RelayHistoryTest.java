package io.verbus.testkit.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import io.verbus.support.seeds.Seeds;
import io.verbus.support.seeds.Tally;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Histories of relays; {@code -Dverbus.relays=2000} for more. */
class RelayHistoryTest {
    private static final int FEW = 40;
    private static final long BOUND = 200;
    private static final String SESSIONS = "io/verbus/internal/subscriber/RemoteSessions.java";
    private static final String COPIER = "io/verbus/internal/log/FrameCopier.java";

    static final Mutant[] BUGS = {
            new Mutant("a relay does not refuse a parent that may read it", SESSIONS,
                    "if (known != null && isRelay &&",
                    "if (known != null && isRelay && false &&"),
            new Mutant("a relay does not pass a gap down", "io/verbus/internal/image/FrameReader.java",
                    "            return isEmpty ? ReadOutcome.PAUSED : ReadOutcome.MISSING;\n",
                    "            return ReadOutcome.PAUSED;\n"),
            new Mutant("a relay resumes one frame later", COPIER, "        if (end <= writer.position()) {\n",
                    "        if (end <= writer.position() || source.getLong(at + SEQUENCE_OFFSET) % 97 == 96) {\n"),
            new Mutant("readers of a relay that is back continue one message later",
                    "io/verbus/internal/subscriber/LocalSessions.java", "image.continuedAt());",
                    "image.continuedAt() + 1);"),
            new Mutant("the close of a relay ends its sessions", "io/verbus/Bus.java",
                    "            publication.breakOff();\n",
                    "")};

    @Test
    void everyMessageIsDeliveredOrReportedInEveryHistory() {
        final long seed = Long.getLong(Seeds.REPLAY, -1);
        if (seed >= 0) {
            RelayHunt.seeds().run(seed);
            return;
        }
        final Tally tally = RelayHunt.seeds().run(0, Long.getLong("verbus.relays", FEW),
                Runtime.getRuntime().availableProcessors());
        tally.table().forEach(System.out::println);
        assertEquals(List.of(), tally.missing());
    }

    @Test
    void historyFollowsFromItsSeed() {
        assertEquals(RelayHunt.seeds().run(1), RelayHunt.seeds().run(1));
    }

    @Tag("long")
    @ParameterizedTest
    @FieldSource("BUGS")
    void bugIsFound(final Mutant bug) {
        bug.assertFound(RelayHunt.class, BOUND);
    }
}
