package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.LateCause;
import io.verbus.support.Forked;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.testkit.transport.BusFiles;
import io.verbus.tools.stat.StatCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Stalls that a test injects: {@code ./bus stat --slow} names the cause of the messages that they make late. */
@Tag("processes")
class InjectedStallsTest {
    private static final double SHARE = 0.95;
    private static final long PACE_NS = 1_000_000;
    private static final Duration BEFORE = Duration.ofMillis(300);
    private static final UnsafeBuffer MESSAGE = new UnsafeBuffer(new byte[1_000]);

    @TempDir(factory = ShmDir.class)
    private Path directory;
    /** Of the reader. */
    private String output = "";

    @Test
    void stoppedReaderWasNotRunning() throws IOException {
        try (Bus bus = bus(); Publication publication = publish(bus); Forked reader = reader(Policy.SKIP, 200)) {
            publishUntilRecorded(publication);
            reader.stop();
            final long fromNs = System.nanoTime();
            publish(publication, Duration.ofMillis(800));
            final long toNs = System.nanoTime();
            reader.resume();
            publish(publication, BEFORE);
            assertCause(LateCause.NOT_RUNNING, report(reader, fromNs, toNs));
        }
    }

    /** The nice value leaves the reader a thousandth of its core. */
    @Test
    void readerOnABusyCoreWasNotRunning() throws IOException {
        final String core = Integer.toString(Affinity.allowed().nextSetBit(0));
        final List<Forked> busy = new ArrayList<>();
        try (Bus bus = bus();
                Publication publication = publish(bus);
                Forked reader = Forked.startWithin(List.of("taskset", "-c", core, "nice", "-n", "19"),
                        LateReader.class, directory, Policy.SKIP, 20)) {
            reader.awaitLine("reading");
            publishUntilRecorded(publication);
            for (int i = 0; i < 3; i++) {
                busy.add(Forked.startProgram(directory,
                        List.of("taskset", "-c", core, "sh", "-c", "echo busy; while :; do :; done")));
            }
            busy.forEach(one -> one.awaitLine("busy"));
            final long fromNs = System.nanoTime();
            publish(publication, Duration.ofSeconds(2));
            final long toNs = System.nanoTime();
            busy.forEach(Forked::close);
            publish(publication, BEFORE);
            assertCause(LateCause.NOT_RUNNING, report(reader, fromNs, toNs));
        } finally {
            busy.forEach(Forked::close);
        }
    }

    @Test
    void collectionPausesTheReader() throws IOException {
        try (Bus bus = bus();
                Publication publication = publish(bus);
                Forked reader = Forked.start(List.of(), List.of("-Xmx1g"), LateReader.class, directory, Policy.SKIP,
                        20)) {
            reader.awaitLine("reading");
            reader.send("fill");
            reader.awaitLine("filled");
            publishUntilRecorded(publication);
            reader.send("collect");
            publish(publication, Duration.ofSeconds(1));
            final Matcher collected = reader.awaitLine("collected (\\d+) (\\d+)");
            publish(publication, BEFORE);
            assertCause(LateCause.PAUSE,
                    report(reader, Long.parseLong(collected.group(1)), Long.parseLong(collected.group(2))));
        }
    }

    /** One message of each stall is late: its claim was refused until the other reader has read. */
    @Test
    void blockingReaderThatStandsStillFillsTheLog() throws IOException {
        final int stalls = 5;
        try (Bus bus = bus();
                Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                        .withTimestamps(true).withLinger(Duration.ZERO));
                Subscription still = bus.subscribe(SubscriptionSettings.of("s").withName("still")
                        .withPolicy(Policy.BLOCK));
                Forked reader = reader(Policy.BLOCK, 200)) {
            assertTrue(publication.awaitSubscribers(2, Patience.LIMIT));
            while (BusFiles.counter(directory, CounterKind.LATENCIES) == 0) {
                publication.offer(MESSAGE, 0, 8);
                read(still); // a reader that has read nothing blocks for a second
            }
            for (int i = 0; i < stalls; i++) {
                read(still);
                final long beganNs = System.nanoTime();
                long refusedNs = 0;
                while (refusedNs == 0 || System.nanoTime() - refusedNs < 300_000_000) {
                    assertTrue(System.nanoTime() - beganNs < Patience.NS);
                    if (publication.offer(MESSAGE, 0, MESSAGE.capacity()) >= 0) {
                        refusedNs = 0; // the other reader has lagged for a moment
                    } else if (refusedNs == 0) {
                        refusedNs = System.nanoTime();
                    }
                }
                read(still);
                while (publication.offer(MESSAGE, 0, MESSAGE.capacity()) < 0) { // the other reader may lag too
                    assertTrue(System.nanoTime() - beganNs < Patience.NS);
                    read(still);
                }
            }
            reader.send("report 0 0");
            reader.awaitLine("late \\d+ of stall");
            assertCause(LateCause.FULL_LOG, new Late(Integer.MAX_VALUE, stalls)); // others may be late by the machine
        }
    }

    private static void read(final Subscription still) {
        while (still.poll((buffer, offset, length, header) -> Action.TAKEN, 1_000) > 0) {
            Thread.onSpinWait();
        }
    }

    private record Late(int all, int ofStall) {}

    private Late report(final Forked reader, final long fromNs, final long toNs) {
        reader.send("report " + fromNs + " " + toNs);
        final Matcher late = reader.awaitLine("late (\\d+) of stall (\\d+)");
        output = reader.output();
        return new Late(Integer.parseInt(late.group(1)), Integer.parseInt(late.group(2)));
    }

    /** Waits until the conductor has counted them. */
    private void assertCause(final LateCause cause, final Late late) {
        assertTrue(late.ofStall() > 0, "the stall made no message late");
        final long beganNs = System.nanoTime();
        boolean isOver = false;
        while (count(cause) < SHARE * late.ofStall()) {
            assertTrue(!isOver, () -> late + ": " + table() + output);
            isOver = Arrays.stream(LateCause.values()).mapToLong(this::count).sum() >= late.all() // then read again
                    || System.nanoTime() - beganNs > Patience.NS;
            LockSupport.parkNanos(PACE_NS);
        }
        final String table = table();
        System.out.println(late.ofStall() + " messages late by an injected stall, " + count(cause) + " late by "
                + cause + "\n" + table);
        assertTrue(table.contains(cause.word() + " "), table);
    }

    private long count(final LateCause cause) {
        return BusFiles.counter(directory, cause.kind());
    }

    private String table() {
        final StringWriter out = new StringWriter();
        assertEquals(0, new CommandLine(new StatCommand(() -> BusSettings.defaults().withDirectory(directory)))
                .setOut(new PrintWriter(out)).execute("--slow"));
        return out.toString();
    }

    /** A busy machine must not evict the reader that stands still. */
    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory).withProgressTimeout(Patience.LIMIT));
    }

    private static Publication publish(final Bus bus) {
        return bus.publish(PublicationSettings.of("s").withTimestamps(true).withLinger(Duration.ZERO));
    }

    private Forked reader(final Policy policy, final int lateFromMs) throws IOException {
        final Forked reader = Forked.start(LateReader.class, directory, policy, lateFromMs);
        reader.awaitLine("reading");
        return reader;
    }

    /** Until the conductor of the reader has compared the times of its threads for the first time. */
    private void publishUntilRecorded(final Publication publication) {
        final long beganNs = System.nanoTime();
        while (BusFiles.counter(directory, CounterKind.LATENCIES) == 0) {
            assertTrue(System.nanoTime() - beganNs < Patience.NS);
            publish(publication, BEFORE);
        }
    }

    /** A message per millisecond. */
    private static void publish(final Publication publication, final Duration time) {
        final long beganNs = System.nanoTime();
        for (long dueNs = 0; dueNs < time.toNanos(); dueNs += PACE_NS) {
            while (System.nanoTime() - beganNs < dueNs) {
                LockSupport.parkNanos(PACE_NS / 4);
            }
            assertTrue(publication.offer(MESSAGE, 0, 8) >= 0);
        }
    }
}
