package io.verbus.internal.late;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.monitor.LateCause;
import org.junit.jupiter.api.Test;

/** Which cause a late message gets from the stalls around it. */
class AttributionTest {
    private static final long SESSION = 7;

    private final StallHistory history = new StallHistory();
    private final Attribution attribution = new Attribution(history, JvmPauses.NONE);
    private final LateRecord message = new LateRecord();

    @Test
    void messageWithoutAStallIsUnknown() {
        assertEquals(LateCause.UNKNOWN, cause(0, 100));
    }

    @Test
    void stallThatCoversMostOfTheFlightIsTheCause() {
        history.add(LateCause.NO_CREDIT, SESSION, 0, 40);
        history.add(LateCause.NOT_RUNNING, StallHistory.ALL, 40, 100);
        assertEquals(LateCause.NOT_RUNNING, cause(0, 100));
        assertEquals(LateCause.NO_CREDIT, cause(0, 50));
        assertEquals(LateCause.NOT_RUNNING, cause(30, 100));
    }

    @Test
    void stallOfAnotherSessionIsNotTheCause() {
        history.add(LateCause.GAP, SESSION + 1, 0, 100);
        assertEquals(LateCause.UNKNOWN, cause(0, 100));
        history.add(LateCause.GAP, SESSION, 0, 100);
        assertEquals(LateCause.GAP, cause(0, 100));
    }

    @Test
    void stallBeforeOrAfterTheFlightIsNotTheCause() {
        history.add(LateCause.NOT_RUNNING, StallHistory.ALL, 0, 100);
        assertEquals(LateCause.UNKNOWN, cause(100, 200));
        history.add(LateCause.NOT_RUNNING, StallHistory.ALL, 200, 300);
        assertEquals(LateCause.UNKNOWN, cause(100, 200));
    }

    @Test
    void lessThanAQuarterExplainsNothing() {
        history.add(LateCause.NOT_RUNNING, StallHistory.ALL, 0, 24);
        assertEquals(LateCause.UNKNOWN, cause(0, 100));
        history.add(LateCause.NOT_RUNNING, StallHistory.ALL, 24, 25);
        assertEquals(LateCause.NOT_RUNNING, cause(0, 100));
    }

    /** The kernel counts 30 ns without a core in a window of 1,000: they may all fall into the flight. */
    @Test
    void amountInAWindowExplainsAtMostItself() {
        history.add(LateCause.NOT_RUNNING, StallHistory.ALL, 0, 1_000, 30);
        assertEquals(LateCause.NOT_RUNNING, cause(500, 540));
        assertEquals(LateCause.UNKNOWN, cause(500, 700));
    }

    @Test
    void readerIsTheCauseOnlyForTheTimeThatNothingElseExplains() {
        history.add(LateCause.READER, StallHistory.ALL, 0, 100);
        assertEquals(LateCause.READER, cause(0, 100));
        history.add(LateCause.NOT_RUNNING, StallHistory.ALL, 0, 30);
        assertEquals(LateCause.READER, cause(0, 100));
        history.add(LateCause.NOT_RUNNING, StallHistory.ALL, 30, 60);
        assertEquals(LateCause.NOT_RUNNING, cause(0, 100));
    }

    @Test
    void messageInTheBacklogOfABusyReaderIsLateByTheReader() {
        message.busySinceNs = 20;
        assertEquals(LateCause.READER, cause(0, 100, 20));
        assertEquals(LateCause.UNKNOWN, cause(0, 100, 80));
    }

    /** A pause of the JVM is known to a millisecond, and the same time is known as a stop of the process. */
    @Test
    void ofAboutEqualCausesTheFirstOneCounts() {
        history.add(LateCause.NOT_RUNNING, StallHistory.ALL, 0, 100);
        history.add(LateCause.FULL_LOG, SESSION, 10, 90);
        assertEquals(LateCause.FULL_LOG, cause(0, 100));
        assertEquals(LateCause.NOT_RUNNING, cause(0, 15));
    }

    @Test
    void windowsInARowAreOneEntry() {
        for (int i = 0; i < 100_000; i++) {
            history.add(LateCause.READER, StallHistory.ALL, i, i + 1);
        }
        assertEquals(LateCause.READER, cause(0, 100_000));
    }

    @Test
    void oldestEntriesAreReplaced() {
        for (int i = 0; i < 5_000; i++) {
            history.add(LateCause.NO_CREDIT, SESSION, 2 * i, 2 * i + 1);
        }
        assertEquals(LateCause.UNKNOWN, cause(0, 100));
        assertEquals(LateCause.NO_CREDIT, cause(9_900, 10_000));
    }

    private LateCause cause(final long from, final long to) {
        return cause(from, to, to);
    }

    private LateCause cause(final long from, final long to, final long busySinceNs) {
        message.session = SESSION;
        message.publishedNs = from;
        message.receivedNs = to;
        message.busySinceNs = busySinceNs;
        return attribution.cause(message);
    }
}
