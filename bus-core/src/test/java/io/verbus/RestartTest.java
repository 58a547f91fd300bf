package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Host;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A publisher that restarts under its name replaces its earlier session, when that is over. */
class RestartTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final List<String> events = new ArrayList<>();
    private final List<Long> sessions = new ArrayList<>();
    private Host host;
    private Bus subscribing;
    private Subscription subscription;

    @BeforeEach
    void launch() {
        host = new Host(directory);
        subscribing = host.launch();
        subscription = subscribing
                .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withStart(Start.oldest())
                        .withListener(new Noting()));
    }

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.errors());
    }

    @Test
    void restartAfterADeathIsReportedAfterTheLastMessage() {
        final Bus first = host.launch();
        final Publication earlier = publish(first, "feed");
        cycle();
        offer(earlier, 3);
        host.kill(first);
        final Publication later = publish(host.launch(), "feed");
        offer(later, 2);
        cycle();
        assertEquals(
                List.of("started 0", "0/0", "0/1", "0/2", "lost for good 0", "restarted 0 as 1", "started 1", "1/0",
                        "1/1"),
                events);
    }

    @Test
    void restartWaitsUntilItsPredecessorIsRead() {
        final Bus first = host.launch();
        final Publication earlier = publish(first, "feed");
        subscribing.doWork();
        offer(earlier, 1_000);
        host.kill(first);
        final Publication later = publish(host.launch(), "feed");
        offer(later, 1);
        host.cycle(1, subscribing);
        for (int i = 0; i < 500; i++) {
            poll(1);
        }
        assertEquals("0/498", events.get(499), "one poll in two was the waiting session's turn, or none");
        cycle();
        assertEquals(List.of("0/999", "lost for good 0", "restarted 0 as 1", "started 1", "1/0"),
                events.subList(1_000, events.size()));
    }

    @Test
    void restartAfterACloseIsReported() {
        final Bus bus = host.launch();
        final Publication earlier = publish(bus, "feed");
        cycle();
        offer(earlier, 1);
        earlier.close();
        cycle();
        final Publication later = publish(bus, "feed");
        offer(later, 1);
        cycle();
        later.close();
        publish(bus, "feed");
        cycle();
        assertEquals(List.of("started 0", "0/0", "ended 0", "restarted 0 as 1", "started 1", "1/0", "ended 1",
                "restarted 1 as 2", "started 2"), events);
    }

    @Test
    void twoLivingPublishersOfOneNameAreTwoSessions() {
        publish(host.launch(), "feed");
        cycle();
        publish(host.launch(), "feed");
        cycle();
        assertEquals(List.of("started 0", "started 1"), events);
    }

    @Test
    void publisherOfAnotherNameIsNotARestart() {
        final Bus first = host.launch();
        publish(first, "feed");
        cycle();
        host.kill(first);
        final Bus other = host.launch();
        publish(other, "other");
        cycle();
        host.cycle(10, subscribing, other);
        cycle();
        assertEquals(List.of("lost for good 0", "started 0", "started 1"), events.stream().sorted().toList());
    }

    @Test
    void oneDeadSessionIsRestartedOnce() {
        final Bus first = host.launch();
        publish(first, "feed");
        cycle();
        host.kill(first);
        publish(host.launch(), "feed");
        publish(host.launch(), "feed");
        cycle();
        cycle();
        assertEquals(1, events.stream().filter(event -> event.startsWith("restarted 0")).count());
        assertEquals(List.of("lost for good 0", "started 0", "started 1", "started 2"),
                events.stream().filter(event -> !event.startsWith("restarted")).sorted().toList());
    }

    @Test
    void silentPublisherIsNotReportedAsRestarted() {
        final Bus silent = host.launch();
        publish(silent, "feed");
        cycle();
        for (int i = 0; i < 10; i++) {
            host.cycle(1, subscribing);
            poll(1);
        }
        publish(host.launch(), "feed");
        cycle();
        assertEquals(List.of("started 0", "lost 0", "started 1"), events);
    }

    @Test
    void numberOfRememberedSessionsIsBounded() {
        final Bus bus = host.launch();
        for (int i = 0; i <= 64; i++) {
            final Publication publication = publish(bus, "feed" + i);
            cycle();
            publication.close();
            cycle();
        }
        publish(bus, "feed64");
        publish(bus, "feed0");
        cycle();
        assertEquals(List.of("restarted 64 as 65"), events.stream().filter(e -> e.startsWith("restarted")).toList());
    }

    private Publication publish(final Bus bus, final String name) {
        host.pass(1);
        final Publication publication = bus.publish(
                PublicationSettings.of("s").withCapacity(1 << 16).withPublisher(name).withLinger(Duration.ZERO));
        sessions.add(publication.session().id());
        return publication;
    }

    private void offer(final Publication publication, final int messages) {
        for (int i = 0; i < messages; i++) {
            assertEquals(i, publication.offer(message, 0, 8));
        }
    }

    private void cycle() {
        host.cycle(1, subscribing);
        for (int i = 0; i < 5; i++) {
            poll(1_000);
        }
        host.cycle(1, subscribing);
    }

    private void poll(final int limit) {
        subscription.poll((buffer, offset, length, header) -> {
            events.add(sessions.indexOf(header.session()) + "/" + header.sequence());
            return Action.TAKEN;
        }, limit);
    }

    /** Records sessions by the order in which they were published. */
    private final class Noting implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            switch (event) {
                case SessionEvent.Started(Session session, _) -> events.add("started " + number(session));
                case SessionEvent.Restarted(Session earlier, Session session) ->
                    events.add("restarted " + number(earlier) + " as " + number(session));
                case LostSession lost ->
                    events.add("lost " + (lost.forGood() ? "for good " : "") + number(lost.session()));
                case SessionEvent.Ended(Session session, _) -> events.add("ended " + number(session));
                default -> {
                }
            }
        }

        private int number(final Session session) {
            return sessions.indexOf(session.id());
        }
    }
}
