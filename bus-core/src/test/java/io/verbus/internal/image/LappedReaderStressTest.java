package io.verbus.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.monitor.GapCounters;
import io.verbus.internal.shm.Positions;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.EventRecorder;
import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A publisher without back pressure and a reader that it laps all the time, each on its own thread. */
class LappedReaderStressTest {
    private static final int MESSAGES = 2_000_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final EventRecorder recording = new EventRecorder();
    private final List<Throwable> errors = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final GapCounters uncounted = new GapCounters() {
        @Override
        public void gap(final long messages) {
        }

        @Override
        public void discarded(final long copies) {
        }

        @Override
        public void failed() {
            throw new AssertionError("no handler of this test throws");
        }
    };
    private long expected;
    private long delivered;

    @Test
    void everyMessageIsDeliveredWholeOrReportedAsMissing() throws InterruptedException {
        final long seed = Seeds.draw();
        try (Log log = Log.create(directory.resolve("l"),
                new LogIdentity("s", 9, "publisher", LogLayout.MIN_CAPACITY, true, 1, 1, 0, 0, "test"));
                Positions positions = Positions.create(directory.resolve("p"),
                        new SubscriptionIdentity(5, "t", Policy.SKIP, 1, 1), 64)) {
            final Image image = new LocalImage(Log.attach(log.path()), positions, Start.oldest(),
                    new ImageSettings("t", Repair.REPORT, false, new ReassemblyMemory(1 << 20), recording, uncounted,
                            errors::add, () -> 0));
            final Thread publisher = Thread.ofPlatform().start(() -> publish(log, seed));
            read(image, seed);
            publisher.join();
            image.close();
        }
        final String what = "seed " + seed + ", " + recording.events().size() + " events";
        assertEquals(List.of(), faults, what);
        assertEquals(List.of(), errors, what);
        assertEquals(MESSAGES, delivered + recording.missed(), what);
        assertEquals("ended " + MESSAGES, recording.events().getLast(), what);
        assertTrue(recording.missed() > 0 && delivered > 0, what);
    }

    private static void publish(final Log log, final long seed) {
        final LogWriter writer = new LogWriter(log, () -> Long.MAX_VALUE, System::nanoTime);
        final Payloads payloads = new Payloads(seed, writer.maxPayloadLength());
        final SplittableRandom random = new SplittableRandom(seed);
        while (writer.sequence() < MESSAGES) {
            final long sequence = writer.sequence();
            final int length = payloads.length(sequence);
            final boolean exact = random.nextInt(4) > 0;
            final int claimed = exact ? length : length + random.nextInt(writer.maxPayloadLength() - length + 1);
            final int offset = writer.claim(claimed);
            if (!exact) {
                log.ring().setMemory(offset, claimed, (byte) 0xFF);
                if (random.nextInt(3) == 0) {
                    writer.abort();
                    continue;
                }
            }
            payloads.encode(log.ring(), offset, sequence);
            writer.commit(length);
        }
        assertTrue(writer.end());
    }

    private void read(final Image image, final long seed) {
        final Payloads payloads = new Payloads(seed, LogLayout.MIN_CAPACITY / 16 - 24);
        final SplittableRandom random = new SplittableRandom(seed + 1);
        while (!image.isDone()) {
            expected = -1;
            image.poll((buffer, offset, length, header) -> {
                final String fault = payloads.fault(buffer, offset, length, header.sequence());
                if (fault != null || expected >= 0 && header.sequence() != expected) {
                    faults.add(fault + " where " + expected + " was expected");
                }
                expected = header.sequence() + 1;
                for (int rest = random.nextInt(16); rest > 0; rest--) {
                    Thread.onSpinWait(); // a little slower than the publisher, which therefore laps it at full speed
                }
                delivered++;
                return Action.TAKEN;
            }, 1 + random.nextInt(200));
        }
    }
}
