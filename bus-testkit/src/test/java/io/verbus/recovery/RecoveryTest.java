package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentName;
import io.verbus.internal.recovery.RangeRequest;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.Loss;
import io.verbus.monitor.LossReport;
import io.verbus.support.ShmDir;
import io.verbus.testkit.transport.BusFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One subscription with gaps, step by step: which are filled, which are lost, and the reports of both. */
class RecoveryTest {
    private static final int CAPACITY = 1 << 16;
    /** More than the log holds. */
    private static final int MANY = 4_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final List<String> events = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private long nowNs = 1;
    private boolean rushing;
    private Bus bus;
    private Publication publication;
    private JournalWriter journal;
    private Recorder recorder;
    private Subscription recording;
    private RangeServer server;

    @BeforeEach
    void launch() {
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("bus")).withoutThread()
                .withClocks(new Clocks(this::clock, this::clock)).withErrorHandler(t -> errors.add(t.getMessage()))
                .withTransports(List.of()));
        publication = bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ZERO));
        journal = JournalWriter.open(directory.resolve("journal"), "s",
                JournalSettings.defaults().withSegmentLength(1 << 16).steppedBy(new Clocks(this::clock, this::clock)));
        recorder = new Recorder(journal, new Clocks(this::clock, this::clock), SessionListener.NONE);
        recording = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.SKIP).withRepair(Repair.REPAIR)
                .withStart(recorder.start()).withListener(recorder));
    }

    private long clock() {
        nowNs += rushing ? 100_000_000 : 0;
        return nowNs;
    }

    @AfterEach
    void close() {
        rushing = true;
        if (server != null) {
            server.close();
        }
        recording.close();
        journal.close();
        bus.close();
    }

    @Test
    void lateJoinerReceivesHistoryThenLiveMessages() {
        offer(MANY, true);
        serve();
        try (RecoveringSubscription subscription = subscribe(Start.at(10), RecoverySettings.defaults())) {
            until(subscription, () -> events.size() == 1 + MANY - 10);
            assertEquals(expected("started 10", 10, MANY), events);
            assertEquals(0, count(CounterKind.MESSAGES_MISSED) + count(CounterKind.GAPS));
            assertTrue(count(CounterKind.MESSAGES_FILLED) > MANY / 2);
            assertEquals(List.of(), losses());
            offer(5, true);
            subscription.poll(this::onMessage, 10);
            assertEquals(expected("started 10", 10, MANY + 5), events);
        }
    }

    @Test
    void handlerFailuresAreReportedForHistoryAsForLiveMessages() {
        offer(MANY, true);
        serve();
        try (RecoveringSubscription subscription = subscribe(Start.at(10), RecoverySettings.defaults())) {
            int exhausted = 0;
            while (events.stream().filter(line -> line.startsWith("message")).count() < MANY - 10) {
                dutyCycle();
                try {
                    subscription.poll(this::takeOrThrow, 100);
                } catch (final StackOverflowError e) {
                    exhausted++;
                }
            }
            assertTrue(exhausted > 10, exhausted + " times");
            final List<String> failed = events.stream().filter(line -> line.startsWith("failed")).toList();
            assertEquals(count(CounterKind.HANDLER_FAILURES), failed.size());
            assertEquals(MANY / 100, failed.size());
            assertEquals(failed.size() - exhausted, errors.size(), errors::toString);
            events.removeAll(failed);
            assertEquals(expected("started 10", 10, MANY), events);
        }
    }

    private Action takeOrThrow(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        onMessage(buffer, offset, length, header);
        if (header.sequence() % 100 == 99) {
            if (header.sequence() % 200 == 99) {
                throw new StackOverflowError("of the JVM");
            }
            throw new IllegalStateException("of the handler");
        }
        return Action.TAKEN;
    }

    @Test
    void lappedReaderMissesNothing() {
        serve();
        try (RecoveringSubscription subscription = subscribe(Start.live(), RecoverySettings.defaults())) {
            offer(10, true);
            subscription.poll(this::onMessage, 3);
            offer(MANY, true);
            until(subscription, () -> events.size() == 1 + MANY + 10);
            assertEquals(expected("started 0", 0, MANY + 10), events);
            assertEquals(List.of(), losses());
        }
    }

    @Test
    void endOfSessionIsReportedAfterTheMissingMessages() {
        serve();
        try (RecoveringSubscription subscription = subscribe(Start.live(), RecoverySettings.defaults())) {
            subscription.poll(this::onMessage, 1);
            offer(MANY, true);
            publication.close();
            turnRecorder();
            until(subscription, () -> events.size() == 2 + MANY);
            final List<String> all = expected("started 0", 0, MANY);
            all.add("ended " + MANY);
            assertEquals(all, events);
        }
    }

    @Test
    void liveMessagesContinueDuringRepairIfRequested() {
        offer(MANY, true);
        serve();
        try (RecoveringSubscription subscription = subscribe(Start.at(0),
                RecoverySettings.defaults().withDelivery(Delivery.LIVE_FIRST))) {
            until(subscription, () -> events.size() == 1 + MANY);
            final int beginning = events.indexOf("message 0");
            assertTrue(beginning > 1, () -> "history came first");
            assertEquals(expected("started 0", 0, MANY),
                    events.stream().sorted((a, b) -> number(a) - number(b)).toList());
        }
    }

    @Test
    void requestWithoutServerIsLostAfterTheTimeout() {
        offer(MANY, true);
        try (RecoveringSubscription subscription = subscribe(Start.at(0),
                RecoverySettings.defaults().withTimeout(Duration.ofSeconds(1)))) {
            final long beganNs = nowNs;
            until(subscription, () -> events.size() > 10);
            assertTrue(nowNs - beganNs >= 1_000_000_000, () -> "after " + (nowNs - beganNs) + " ns");
            final long last = MANY - 1 - (events.size() - 2);
            assertEquals("gap 0.." + (number(events.get(2)) - 1) + ": no range response on s.replay for 1000 ms",
                    events.get(1), () -> "and " + last);
            assertEquals(1, losses().size());
            assertEquals(0, losses().getFirst().first());
            assertEquals(number(events.get(2)) - 1, losses().getFirst().last());
            assertEquals(1, count(CounterKind.GAPS));
            assertEquals(losses().getFirst().count(), count(CounterKind.MESSAGES_MISSED));
            assertEquals(0, count(CounterKind.MESSAGES_FILLED));
        }
    }

    @Test
    void onlyMessagesMissingFromTheJournalAreLost() {
        offer(10, true);
        offer(MANY, false); // the recorder is lapped
        offer(MANY, true);
        assertEquals(1, recorder.gaps());
        serve();
        try (RecoveringSubscription subscription = subscribe(Start.at(5), RecoverySettings.defaults())) {
            final long missing = recorder.missing();
            until(subscription, () -> events.size() == 2 + 2 * MANY + 10 - 5 - missing);
            final List<String> all = expected("started 5", 5, 10);
            all.add("gap 10.." + (9 + missing) + ": " + events.get(6).substring(events.get(6).indexOf(": ") + 2));
            final List<String> rest = expected("", 10 + missing, 2 * MANY + 10);
            all.addAll(rest.subList(1, rest.size()));
            assertEquals(all, events);
            assertTrue(events.get(6).contains("not recorded: "), events.get(6));
            assertEquals(GapCause.NOT_RECORDED, losses().getLast().cause());
            assertEquals(2 * missing, count(CounterKind.MESSAGES_MISSED), "by the recorder, and by its requester");
        }
    }

    @Test
    void damageInSealedSegmentCostsTheDamagedRangeAndNothingAfterIt() throws IOException {
        offer(MANY, true);
        final List<Path> segments = SegmentList.of(directory.resolve("journal"));
        assertTrue(segments.size() > 3, segments::toString);
        final int damaged = (int) SegmentName.first(segments.get(2)) + 10;
        flip(segments.get(2), 8192 + 10 * 72 + 32); // ten records of 72 bytes follow the index
        serve();
        try (RecoveringSubscription subscription = subscribe(Start.at(0), RecoverySettings.defaults())) {
            until(subscription, () -> events.size() == 1 + MANY);
            final List<String> all = expected("started 0", 0, MANY);
            final String gap = events.get(1 + damaged);
            all.set(1 + damaged, gap);
            assertEquals(all, events);
            final String cause = "gap " + damaged + ".." + damaged + ": damaged on the recorder's disk: ";
            assertTrue(gap.startsWith(cause) && gap.contains("the checksum of a record is wrong"), gap);
            assertEquals(1, count(CounterKind.MESSAGES_MISSED));
            assertEquals(List.of(damaged + ".." + damaged),
                    losses().stream().map(loss -> loss.first() + ".." + loss.last()).toList());
        }
    }

    private static void flip(final Path file, final int at) throws IOException {
        final byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void sessionMissingFromTheJournalIsLostAtOnce() {
        serve();
        try (Publication other = bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(
                Duration.ZERO))) {
            publication.close();
            recording.close(); // and so never receives it
            offerTo(other, MANY, false);
            try (RecoveringSubscription subscription = subscribe(Start.at(0), RecoverySettings.defaults())) {
                until(subscription, () -> events.size() > 2);
                assertTrue(events.get(1).contains(": there is no journal in "), events.get(1));
            }
        }
    }

    @Test
    void messageBeyondTheResponseFrameArrivesInParts() {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[publication.maxMessageLength()]);
        message.setMemory(0, message.capacity(), (byte) 3);
        publication.offer(message, 0, message.capacity());
        final long end = publication.sequence();
        offer(MANY, true);
        serve();
        try (RecoveringSubscription subscription = subscribe(Start.at(0), RecoverySettings.defaults())) {
            until(subscription, () -> events.size() == 2 + MANY);
            assertEquals("long 0+" + end + ": " + message.capacity(), events.get(1));
            assertEquals("message " + end, events.get(2));
        }
    }

    @Test
    void invalidRequestIsReportedWithoutFurtherEffect() {
        offer(MANY, true);
        serve();
        try (Publication requests = bus.publish(PublicationSettings.of("s.replay").withCapacity(CAPACITY)
                .withLinger(Duration.ZERO))) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[RangeRequest.MAX_LENGTH]);
            requests.offer(message, 0, 12);
            requests.offer(message, 0, new RangeRequest(5, 6, 7, 8, "another").encode(message, 0));
            while (errors.size() < 2) {
                dutyCycle();
            }
            assertEquals(List.of("range request for stream s rejected: not a range request: message of 12 bytes",
                    "range request for stream s rejected: range request with response stream another, expected"
                            + " s.replay.0000000000000005"),
                    errors);
        }
        try (RecoveringSubscription subscription = subscribe(Start.at(0), RecoverySettings.defaults())) {
            until(subscription, () -> events.size() == 1 + MANY);
            assertEquals(expected("started 0", 0, MANY), events);
        }
    }

    @Test
    void requesterThatLeavesLosesOnlyItsOwnResponse() {
        offer(MANY, true);
        serve();
        for (int i = 0; i < 3; i++) {
            try (RecoveringSubscription gone = subscribe(Start.at(0), RecoverySettings.defaults())) {
                until(gone, () -> events.size() > 1);
            }
            events.clear();
        }
        while (server.answered() < 3) {
            dutyCycle();
        }
        try (RecoveringSubscription subscription = subscribe(Start.at(0), RecoverySettings.defaults())) {
            until(subscription, () -> events.size() == 1 + MANY);
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void responseThatEndsBeforeItsFirstMessageIsRequestedAgain() {
        offer(MANY, true);
        serve();
        try (RecoveringSubscription subscription = subscribe(Start.at(0), RecoverySettings.defaults())) {
            bus.doWork();
            subscription.poll(this::onMessage, 100);
            subscription.poll(this::onMessage, 100); // sends the request
            bus.doWork();
            server.doWork(); // receives it
            nowNs += 2_000_000_000; // the requester is then stopped for longer than the server waits
            server.doWork();
            until(subscription, () -> events.size() == 1 + MANY);
            assertEquals(expected("started 0", 0, MANY), events);
            assertEquals(List.of(), losses());
        }
    }

    @Test
    void readerStoppedInAHandlerKeepsItsMessageAndReceivesTheRest() {
        offer(MANY, true);
        final HastyRecorder hasty = new HastyRecorder(bus, "s");
        try (RecoveringSubscription subscription = subscribe(Start.at(0), RecoverySettings.defaults())) {
            while (events.size() < 2) {
                dutyCycle();
                hasty.dutyCycle(100);
                subscription.poll((buffer, offset, length, header) -> {
                    while (hasty.messages() < MANY) { // more than a log: the server has not waited for this requester
                        nowNs += 1_000_000_000;
                        bus.doWork();
                        hasty.dutyCycle(100);
                    }
                    return onMessage(buffer, offset, length, header);
                }, 1);
            }
            hasty.stop();
            serve();
            until(subscription, () -> events.size() == 1 + MANY);
            assertEquals(expected("started 0", 0, MANY), events);
            assertEquals(List.of(), losses());
        }
    }

    @Test
    void repairWithoutHistoryIsRefused() {
        final SubscriptionSettings requested = SubscriptionSettings.of("s");
        for (final SubscriptionSettings refused : List.of(requested.withPolicy(Policy.EVICT).withRepair(Repair.REPAIR),
                requested.withPolicy(Policy.CONFLATE).withRepair(Repair.REPAIR), requested.withPolicy(Policy.SKIP))) {
            assertThrows(BusException.class,
                    () -> RecoveringSubscription.of(bus, refused, RecoverySettings.defaults()));
        }
    }

    private void serve() {
        server = new RangeServer(bus, "s", directory.resolve("journal"), ServeSettings.defaults().withAnswers(2)
                .withCapacity(CAPACITY).withPatience(Duration.ofSeconds(1)));
    }

    private RecoveringSubscription subscribe(final Start start, final RecoverySettings settings) {
        return RecoveringSubscription.of(bus, SubscriptionSettings.of("s").withPolicy(Policy.SKIP)
                .withRepair(Repair.REPAIR).withStart(start).withListener(new Listener()), settings);
    }

    private void offer(final int count, final boolean recorded) {
        offerTo(publication, count, recorded);
    }

    private void offerTo(final Publication to, final int count, final boolean recorded) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[40]);
        for (int i = 0; i < count; i++) {
            message.putLong(0, to.sequence());
            assertTrue(to.offer(message, 0, message.capacity()) >= 0);
            if (recorded) {
                turnRecorder();
            }
        }
    }

    private void turnRecorder() {
        while (recorder.doWork(recording) > 0) {
            journal.doWork();
        }
    }

    private void dutyCycle() {
        nowNs += 5_000_000;
        bus.doWork();
        if (server != null) {
            server.doWork();
        }
        assertTrue(nowNs < 100_000_000_000L, () -> "no end: " + events.size() + " events, " + errors);
    }

    private void until(final RecoveringSubscription subscription, final BooleanSupplier over) {
        while (!over.getAsBoolean()) {
            dutyCycle();
            subscription.poll(this::onMessage, 100);
        }
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        events.add(length > 40
                ? "long " + header.sequence() + "+" + header.frames() + ": " + length
                : (buffer.getLong(offset) == header.sequence() ? "message " : "another ") + header.sequence());
        return Action.TAKEN;
    }

    private final class Listener implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            switch (event) {
                case SessionEvent.Started(_, long first) -> events.add("started " + first);
                case Gap gap -> events.add("gap " + gap.first() + ".." + gap.last() + ": " + gap.description());
                case SessionEvent.Failed(_, long sequence, _) -> events.add("failed " + sequence);
                case SessionEvent.Ended(_, long messages) -> events.add("ended " + messages);
                default -> {
                }
            }
        }
    }

    private static List<String> expected(final String first, final long from, final long to) {
        final List<String> lines = new ArrayList<>(List.of(first));
        for (long sequence = from; sequence < to; sequence++) {
            lines.add("message " + sequence);
        }
        return lines;
    }

    private static int number(final String line) {
        return line.startsWith("message ") ? Integer.parseInt(line.substring("message ".length())) : -1;
    }

    private long count(final CounterKind kind) {
        return BusFiles.counter(directory.resolve("bus"), kind);
    }

    private List<Loss> losses() {
        try (LossReport report = LossReport.openReadOnly(BusDirectory.open(directory.resolve("bus")).losses())) {
            return report.losses();
        }
    }
}
