package io.verbus.marketdata.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import io.verbus.support.seeds.Seeds;
import io.verbus.support.seeds.Tally;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Histories of a feed with snapshots, each from its own seed. {@code -Dverbus.seeds=N} runs N / 16 of them, at least
 * 60; {@code -Dverbus.seed=N} repeats one.
 */
class SnapshotHistoryTest {
    private static final long SEEDS = Math.max(60, Long.getLong("verbus.seeds", 0) / 16);
    private static final String JOIN = "io/verbus/marketdata/join/Join.java";

    private static final String STATES = "io/verbus/marketdata/snapshot/StateMessages.java";

    static final Mutant[] BUGS = {
            new Mutant("the last message of a snapshot is applied twice", JOIN, "included = lastIncluded;",
                    "included = Math.max(-1, lastIncluded - 1);"),
            new Mutant("a snapshot older than the held messages is used", JOIN,
                    "return sequence + 1 < held.first();", "return false;"),
            new Mutant("an unchanged state that has left the log is not published again",
                    "io/verbus/marketdata/snapshot/SnapshotDuty.java", "(writer.isInLog() ||", "(true ||"),
            new Mutant("snapshots continue after a gap", "io/verbus/marketdata/snapshot/StreamState.java",
                    "return isWhole && sequence >= 0;", "return sequence >= 0;"),
            new Mutant("an auction that has traded is in the snapshots", STATES,
                    "remove(AuctionDecoder.TEMPLATE_ID, instrument);", ""),
            new Mutant("a state of all instruments leaves the earlier ones in the snapshots", STATES,
                    "if (instrument == BookUpdater.WHOLE_MARKET) {", "if (instrument < BookUpdater.WHOLE_MARKET) {"),
            new Mutant("the snapshots have levels of a book inside an event as those of a whole one",
                    "io/verbus/marketdata/snapshot/SnapshotWriter.java", "levels.isInsideEvent(index) ? 0 :",
                    "levels.isInsideEvent(index) ? MessagePrefix.END_OF_EVENT :"),
            new Mutant("the snapshots lack the messages that a recorder has served",
                    "io/verbus/marketdata/snapshot/StreamState.java", "if (frame.session() != session) {",
                    "if (frame.session() != session || frame.position() == Header.NO_POSITION) {")};

    /** Finds the first failure of consecutive seeds. */
    static final class Hunt implements Function<long[], String> {
        @Override
        public String apply(final long[] seeds) {
            return SnapshotHistory.SEEDS.hunt(seeds[0], seeds[1]);
        }
    }

    @Test
    void booksEqualThePublishedMessagesInEveryHistory() {
        final Long replay = Long.getLong(Seeds.REPLAY);
        if (replay != null) {
            SnapshotHistory.SEEDS.run(replay);
            return;
        }
        final Tally tally = SnapshotHistory.SEEDS.run(0, SEEDS, Runtime.getRuntime().availableProcessors());
        tally.table().forEach(line -> System.out.println("snapshots: " + line));
        assertEquals(List.of(), tally.missing(), "events that never happened");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Tag("long")
    @ParameterizedTest
    @FieldSource("BUGS")
    void aBugIsFound(final Mutant bug) {
        bug.assertFound(Hunt.class, SEEDS);
    }
}
