package io.verbus.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Inputs of all kinds, with all limits set, allocate nothing once the books have grown. */
class EngineAllocationTest {
    private static final int INPUTS = 100_000;
    private static final int DAYS = 5;
    private static final int SEATS = 8;
    private static final int INSTRUMENTS = 4;
    private static final int[] TERMS = {Terms.BUY, Terms.SELL, Terms.BUY | Terms.GTC, Terms.SELL | Terms.GTC,
            Terms.BUY | Terms.IOC, Terms.SELL | Terms.FOK, Terms.SELL | Terms.MARKET | Terms.IOC,
            Terms.BUY | Terms.POST_ONLY};

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final CountedReports reports = new CountedReports();
    private final Engine engine = new Engine(EngineCapacity.DEFAULT, 5, reports, BookEvents.IGNORED);
    private long timeNs;

    @Test
    void repeatedDayAllocatesNothing() {
        reports.keepsCodes = false;
        for (int instrument = 0; instrument < INSTRUMENTS; instrument++) {
            engine.defineInstrument(instrument, 1, 1, 1_000);
            engine.setCollar(instrument, 500_000);
        }
        for (int seat = 0; seat < SEATS; seat++) {
            engine.setRate(seat, 1_000_000, 1_000);
            engine.setSelfTrade(seat, SelfTrade.values()[seat % 4]);
            engine.setCancelOnDisconnect(seat, true);
            for (final Limit limit : Limit.values()) {
                engine.setLimit(seat, limit, 1_000_000_000_000L);
            }
        }
        day();
        day();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < DAYS; i++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            day();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(reports.executions > INPUTS && reports.refusals > 0, () -> "executions " + reports.executions);
        // The first number of a day is the generator; one-time allocations of the JVM do not occur on every day.
        final long ofGenerator = allocatedByGenerator();
        assertEquals(0, least - ofGenerator);
    }

    private long allocatedByGenerator() {
        final long before = threads.getCurrentThreadAllocatedBytes();
        assertTrue(new SplittableRandom(5).nextInt(10) < 10);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** The same day each time: it ends with empty books, and other positions. */
    private void day() {
        final SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < INPUTS; i++) {
            timeNs += 1_000;
            final int seat = random.nextInt(SEATS);
            final long id = Math.max(0, i - random.nextInt(2_000));
            final int dice = random.nextInt(1_000);
            final long price = 950 + random.nextInt(100);
            if (dice < 600) {
                engine.newOrder(timeNs, seat, i, dice % INSTRUMENTS, TERMS[dice % TERMS.length], 1 + dice, price);
            } else if (dice < 800) {
                engine.cancel(timeNs, seat, id);
            } else if (dice < 850) {
                engine.reduce(timeNs, seat, id, dice - 700);
            } else if (dice < 995) {
                engine.replace(timeNs, seat, id, i, dice - 300, price);
            } else if (dice < 998) {
                engine.cancelAll(timeNs, seat, dice % INSTRUMENTS);
            } else {
                engine.disconnect(timeNs, seat);
            }
        }
        engine.killAll(timeNs);
        engine.reviveAll(timeNs);
        engine.endDay(timeNs);
    }
}
