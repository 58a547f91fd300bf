package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.PollHandler;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.LateCause;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Latencies in {@code ./bus stat}: those of subscriptions that record them, in a stream with timestamps. */
class LatencyStatTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final PollHandler HANDLER = (buffer, offset, length, header) -> Action.TAKEN;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final long[] nowNs = {SECOND_NS};

    @Test
    void percentilesOfTheLastTenSecondsAreShown() {
        try (Bus bus = bus(); Publication publication = publish(bus, true); Subscription timed = subscribe(bus, true)) {
            for (int i = 1; i <= 1_000; i++) {
                deliver(publication, timed, i <= 500 ? 1_000 : i <= 990 ? 50_000 : i < 1_000 ? 200_000 : 9_000_000);
            }
            pass(bus, 1);
            assertEquals("{\"messages\":1000,\"p50Ns\":1007,\"p99Ns\":50175,\"p999Ns\":200703,\"maxNs\":9175039}",
                    latency("--json"));
            final String table = print();
            assertEquals(1, table.lines().filter(line -> line
                    .matches("md +timed +\\d+ +1000 +1\\.01us +50\\.2us +201us +9\\.18ms")).count(), table);
            final String metrics = print("--openmetrics");
            OpenMetricsTest.assertWellFormed(metrics);
            assertTrue(metrics.contains("\n# TYPE verbus_subscription_latency_seconds summary\n"), metrics);
            assertEquals(1, metrics.lines().filter(line -> line.matches(
                    "verbus_subscription_latency_seconds\\{.*quantile=\"0\\.5\".*} 1\\.007E-6")).count(), metrics);
            assertEquals(1, metrics.lines().filter(line -> line.matches(
                    "verbus_subscription_latency_seconds_count\\{.*} 1000")).count(), metrics);
            pass(bus, 10);
            assertEquals("{\"messages\":1000,\"p50Ns\":null,\"p99Ns\":null,\"p999Ns\":null,\"maxNs\":null}",
                    latency("--json"));
        }
    }

    @Test
    void causesOfLateMessagesAreShown() {
        try (Bus bus = bus(); Publication publication = publish(bus, true); Subscription timed = subscribe(bus, true)) {
            assertTrue(print("--slow").contains("md      timed         " + ProcessHandle.current().pid()));
            for (int i = 0; i < 3; i++) {
                commit(publication);
            }
            assertEquals(1, timed.poll((buffer, offset, length, header) -> {
                for (int i = 0; i < 200; i++) {
                    nowNs[0] += 10_000_000;
                    bus.doWork();
                }
                return Action.TAKEN;
            }, 1));
            assertEquals(2, timed.poll(HANDLER, 10));
            pass(bus, 2);
            assertEquals("{\"fromNs\":1000000,\"messages\":2,\"worstNs\":2000000000,\"causes\":{\"pause\":0,"
                    + "\"full-log\":0,\"gap\":0,\"not-running\":0,\"no-credit\":0,\"publisher\":0,\"reader\":2,"
                    + "\"unknown\":0}", print("--json").replaceAll("(?s).*\"late\":(\\{[^}]*}).*", "$1"));
            final String table = print("--slow");
            assertEquals(1, table.lines().filter(line -> line.matches(
                    "md +timed +\\d+ +1\\.00ms +2 +2\\.00s +reader 100%")).count(), table);
            assertTrue(table.endsWith("\nreader: the reader was in its handler, or did other work\n"), table);
            final String metrics = print("--openmetrics");
            OpenMetricsTest.assertWellFormed(metrics);
            assertEquals(1, metrics.lines().filter(line -> line.matches(
                    "verbus_subscription_late_messages_total\\{.*cause=\"reader\".*} 2\\.0")).count(), metrics);
        }
    }

    @Test
    void operationsPageHasTheRemedyOfEachCause() throws IOException {
        final List<String> rows = Files.readAllLines(Path.of("../docs/operate/operations.md"));
        for (final LateCause cause : LateCause.values()) {
            assertEquals(2, rows.stream().filter(row -> row.startsWith("| `" + cause.word() + "`")).count(),
                    () -> cause + ": how it is known, and the remedy");
        }
    }

    @Test
    void subscriptionsWithoutLatenciesHaveNoCauses() {
        try (Bus bus = bus(); Subscription plain = subscribe(bus, false)) {
            assertEquals("no subscription records latencies: set latencies: true in its configuration, or use"
                    + " SubscriptionSettings.withLatencies\n", print("--slow"));
            assertTrue(!plain.isClosed());
        }
    }

    @Test
    void messageCountsWhenItsHandlerTakesIt() {
        try (Bus bus = bus(); Publication publication = publish(bus, true); Subscription timed = subscribe(bus, true)) {
            commit(publication);
            nowNs[0] += 10;
            assertEquals(0, timed.poll((buffer, offset, length, header) -> Action.NOT_TAKEN, 1));
            nowNs[0] += 10;
            assertEquals(1, timed.poll(HANDLER, 1));
            pass(bus, 1);
            assertEquals("{\"messages\":1,\"p50Ns\":20,\"p99Ns\":20,\"p999Ns\":20,\"maxNs\":20}", latency("--json"));
        }
    }

    @Test
    void messagesWithoutTimestampsAreDeliveredAndNotCounted() {
        try (Bus bus = bus();
                Publication publication = publish(bus, false);
                Subscription timed = subscribe(bus, true)) {
            deliver(publication, timed, 10);
            pass(bus, 1);
            assertTrue(latency("--json").startsWith("{\"messages\":0,\"p50Ns\":null,"));
        }
    }

    @Test
    void latencyIsNotRecordedByDefault() {
        try (Bus bus = bus();
                Publication publication = publish(bus, true);
                Subscription plain = subscribe(bus, false)) {
            deliver(publication, plain, 10);
            pass(bus, 1);
            assertEquals("null", latency("--json"));
            assertTrue(!print().contains("P50"));
            assertTrue(!print("--openmetrics").contains("latency"));
        }
    }

    @Test
    void countersAreFreeAgainAfterTheSubscription() {
        try (Bus bus = Bus.launch(settings().withCounters(64))) {
            for (int i = 0; i < 100; i++) {
                subscribe(bus, true).close();
            }
        }
    }

    @Test
    void messagesOfOtherHostsAreRecorded() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
            final Publication publication = hosts.publish(PublicationSettings.of("md").withTimestamps(true)
                    .withCapacity(1 << 16));
            final Subscription timed = hosts.subscribe(SubscriptionSettings.of("md").withName("timed")
                    .withLatencies(true));
            hosts.pass(Duration.ofSeconds(1));
            commit(publication);
            hosts.settle();
            hosts.elapse(Duration.ofNanos(40));
            assertEquals(1, timed.poll(HANDLER, 1));
            hosts.pass(Duration.ofSeconds(2));
            final String json = print(directory.resolve("subscribing"), new Clocks(hosts::now, hosts::now), "--json");
            assertTrue(json.contains("\"latency\":{\"messages\":1,\"p50Ns\":40,"), json);
        }
    }

    private void deliver(final Publication publication, final Subscription subscription, final long latencyNs) {
        commit(publication);
        nowNs[0] += latencyNs;
        assertEquals(1, subscription.poll(HANDLER, 1));
    }

    private static void commit(final Publication publication) {
        assertTrue(publication.claim(100) >= 0);
        publication.commit();
    }

    private void pass(final Bus bus, final int seconds) {
        for (int i = 0; i < seconds; i++) {
            nowNs[0] += SECOND_NS;
            bus.doWork();
        }
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(directory).withoutThread().withTransports(List.of())
                .withClocks(new Clocks(() -> nowNs[0], () -> nowNs[0]));
    }

    private Bus bus() {
        return Bus.launch(settings());
    }

    private static Publication publish(final Bus bus, final boolean timestamps) {
        return bus.publish(PublicationSettings.of("md").withCapacity(1 << 16).withTimestamps(timestamps)
                .withLinger(Duration.ZERO));
    }

    private static Subscription subscribe(final Bus bus, final boolean latencies) {
        return bus.subscribe(SubscriptionSettings.of("md").withName("timed").withStart(Start.oldest())
                .withLatencies(latencies));
    }

    private String latency(final String option) {
        return print(option).replaceAll("(?s).*\"latency\":(null|\\{[^}]*}).*", "$1");
    }

    private String print(final String... options) {
        return print(directory, new Clocks(() -> nowNs[0], () -> nowNs[0]), options);
    }

    private static String print(final Path bus, final Clocks clocks, final String... options) {
        final StringWriter out = new StringWriter();
        assertEquals(0, new CommandLine(new StatCommand(() -> BusSettings.defaults().withDirectory(bus)
                .withClocks(clocks))).setOut(new PrintWriter(out)).execute(options));
        return out.toString();
    }
}
