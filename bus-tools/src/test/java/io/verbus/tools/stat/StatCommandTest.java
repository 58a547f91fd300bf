package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.ShmDir;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class StatCommandTest {
    private static final int CAPACITY = 1 << 16;
    private static final int LENGTH = 1_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final StringWriter out = new StringWriter();

    /** The bytes that are left over in the chunks of the reader and of the publisher differ. */
    @ParameterizedTest
    @CsvSource({"1, 0", "1000, 1", "1300, 3", "1900, 2", "2900, 1"})
    void blockedPublisherIsShownWithMessagesOfAnyLength(final int length, final int consumed) {
        try (Bus bus = bus();
                Publication publication = bus.publish(PublicationSettings.of("md").withCapacity(CAPACITY)
                        .withLinger(Duration.ZERO));
                Subscription slow = subscribe(bus, "slow", Policy.BLOCK)) {
            bus.doWork();
            slow.poll((buffer, offset, messageLength, header) -> Action.TAKEN, 1);
            bus.doWork(); // now it gates claims
            for (int i = 0; i < consumed; i++) {
                assertTrue(publication.claim(length) >= 0);
                publication.commit();
                assertEquals(1, slow.poll((buffer, offset, messageLength, header) -> Action.TAKEN, 1));
            }
            while (publication.claim(length) >= 0) {
                publication.commit();
            }
            bus.doWork();
            final String printed = run("--wide");
            assertTrue(printed.contains("  blocked  ") && printed.contains(" causes back pressure on md: "), printed);
        }
    }

    @Test
    void lagAndBackPressureAreShown() {
        try (Bus bus = bus();
                Publication publication = bus.publish(PublicationSettings.of("md").withPublisher("feed")
                        .withCapacity(CAPACITY).withLinger(Duration.ZERO));
                Subscription slow = subscribe(bus, "slow", Policy.BLOCK);
                Subscription quick = subscribe(bus, "quick", Policy.SKIP);
                Subscription other = bus
                        .subscribe(SubscriptionSettings.of("orders").withPolicy(Policy.BLOCK).withName("other"))) {
            bus.doWork();
            slow.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            bus.doWork(); // now it gates claims
            while (publication.claim(LENGTH) >= 0) {
                publication.commit();
                quick.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            }
            bus.doWork();
            final long messages = publication.sequence();
            final String lagBytes = String.format(Locale.ROOT, "%,d", publication.position());
            final String percent = String.format(Locale.ROOT, "%.1f", 100.0 * publication.position() / CAPACITY);
            assertEquals(List.of(
                    "STREAM  PUBLISHER (PID)  SESSION  STATE  MESSAGES  MESSAGES/S  BYTES/S  LOG (BYTES)"
                            + "  CLAIMS REFUSED",
                    "md  feed (PID)  ID  blocked  " + messages + "  0  0  65,536  1",
                    "",
                    "STREAM  SUBSCRIPTION (PID)  ID  SESSION  POLICY  STATE  LAG (MESSAGES)  LAG (BYTES)"
                            + "  LAG (% OF LOG)  LAG (MS)  MESSAGES/S  GAPS  MISSED  FILLED  FAILED",
                    "md  quick (PID)  ID  ID  SKIP  reading  0  0  0.0 %  0.0  0  0  0  0  0",
                    "md  slow (PID)  ID  ID  BLOCK  stalled, blocks  " + messages + "  " + lagBytes + "  " + percent
                            + " %  -  0  0  0  0  0",
                    "orders  other (PID)  ID  -  BLOCK  waiting  -  -  -  -  -  0  0  0  0",
                    "",
                    "PID  STATE  STARTED (UTC)  CONDUCTOR SILENT (MS)  LONGEST CYCLE (MS)  ERRORS",
                    "PID  running  TIME  MS  MS  0",
                    "",
                    "slow (PID) causes back pressure on md: 1 claim of feed refused, 0.0 ms in total"),
                    run("--wide").lines().map(line -> line.replaceAll(" {2,}", "  ")
                            .replaceAll("\\d{4}-\\d\\d-\\d\\d \\S+  [\\d,.]+  [\\d,.]+", "TIME  MS  MS")).toList());
            assertEquals(
                    """
                            {"time":"NOW","publications":[{"stream":"md","session":"ID","publisher":"feed","pid":PID,\
                            "hops":0,"relay":null,"started":"NOW",\
                            "alive":true,"state":"blocked","messages":MESSAGES,"position":POSITION,\
                            "messagesPerSecond":0,"bytesPerSecond":0,"capacity":65536,"claimsRefused":1,\
                            "threadSilentNs":null,"heldUpBy":[{"subscription":"slow","id":"ID","pid":PID,"claims":1,\
                            "ns":0}]}],"subscriptions":[\
                            {"stream":"md","name":"quick","id":"ID","pid":PID,"started":"NOW","host":null,"alive":true,\
                            "policy":"SKIP","state":["reading"],"session":"ID","publisherHost":null,\
                            "consumed":MESSAGES,"lagMessages":0,"lagBytes":0,"lagPercent":0.000,"lagNs":0,\
                            "refusal":null,"connection":null,"messagesPerSecond":0,"gaps":0,\
                            "missed":0,"filled":0,"handlerFailures":0,"latency":null,"late":null},\
                            {"stream":"md","name":"slow","id":"ID","pid":PID,"started":"NOW","host":null,"alive":true,\
                            "policy":"BLOCK","state":["stalled","blocks"],"session":"ID","publisherHost":null,\
                            "consumed":0,"lagMessages":MESSAGES,"lagBytes":POSITION,"lagPercent":PERCENT,\
                            "lagNs":null,"refusal":null,"connection":null,"messagesPerSecond":0,"gaps":0,\
                            "missed":0,"filled":0,"handlerFailures":0,"latency":null,"late":null}],\
                            "processes":[{"id":"ID","pid":PID,"started":"NOW","alive":true,"conductorSilentNs":NS,\
                            "conductorMaxCycleNs":NS,"errors":0,"counters":[]}],"unreadable":[]}
                            """
                            .replace("MESSAGES", Long.toString(messages))
                            .replace("POSITION", Long.toString(publication.position()))
                            .replace("PERCENT",
                                    String.format(Locale.ROOT, "%.3f", 100.0 * publication.position() / CAPACITY)),
                    run("--json", "--stream", "md").replaceAll("\"(time|started)\":\"[^\"]+Z\"", "\"$1\":\"NOW\"")
                            .replaceAll("(conductor\\w+Ns\":)\\d+", "$1NS"));
            assertEquals(List.of(), other.sessions());
        }
    }

    @Test
    void gapsAreShownForTheLappedOfTwoSubscriptionsOfOneName() {
        try (Bus bus = bus();
                Publication publication = bus.publish(PublicationSettings.of("md").withCapacity(CAPACITY)
                        .withLinger(Duration.ZERO));
                Subscription lapped = subscribe(bus, "book", Policy.SKIP);
                Subscription reading = subscribe(bus, "book", Policy.SKIP)) {
            while (publication.position() < 3 * CAPACITY) {
                assertTrue(publication.claim(LENGTH) >= 0);
                publication.commit();
                reading.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            }
            lapped.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            bus.doWork();
            final Pattern counts = Pattern.compile("\"id\":\"([0-9a-f]{16})\"[^}]*\"gaps\":(\\d+),\"missed\":(\\d+)");
            final List<MatchResult> lines = counts.matcher(runRaw("--json")).results().toList();
            assertEquals(2, lines.size());
            assertNotEquals(lines.get(0).group(1), lines.get(1).group(1));
            assertEquals(List.of("0", "1"), lines.stream().map(line -> line.group(2)).sorted().toList());
            assertEquals(1, lines.stream().filter(line -> line.group(2).equals("0") && line.group(3).equals("0"))
                    .count());
            assertEquals(1, lines.stream().filter(line -> Long.parseLong(line.group(3)) > 0).count());
        }
    }

    @Test
    void refusedClaimsAreCountedForEachSessionOfOneProcess() {
        try (Bus bus = bus();
                Publication full = bus.publish(PublicationSettings.of("md").withPublisher("full")
                        .withCapacity(CAPACITY).withLinger(Duration.ZERO));
                Subscription slow = subscribe(bus, "slow", Policy.BLOCK)) {
            bus.doWork();
            slow.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            bus.doWork();
            while (full.claim(LENGTH) >= 0) {
                full.commit();
            }
            try (Publication free = bus.publish(PublicationSettings.of("md").withPublisher("free")
                    .withCapacity(CAPACITY).withLinger(Duration.ZERO))) {
                bus.doWork();
                final String json = run("--json");
                assertTrue(json.matches("(?s).*\"publisher\":\"full\"[^}]*\"claimsRefused\":1,.*"), json);
                assertTrue(json.matches("(?s).*\"publisher\":\"free\"[^}]*\"claimsRefused\":0,"
                        + "\"threadSilentNs\":null,\"heldUpBy\":\\[].*"),
                        json);
                assertEquals(0, free.sequence());
            }
        }
    }

    @Test
    void blockedPublishingThreadIsShownWhileHeartbeatsContinue() {
        final long[] nowNs = {1_000_000_000};
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withTransports(List.of()).withClocks(new Clocks(() -> nowNs[0], () -> nowNs[0])));
                Publication publication = bus.publish(PublicationSettings.of("md").withPublisher("feed")
                        .withCapacity(CAPACITY).withLinger(Duration.ZERO))) {
            publication.idle();
            bus.doWork();
            assertTrue(run("--json").contains("\"threadSilentNs\":0,"));

            for (int i = 0; i < 50; i++) { // the conductor runs, the publishing thread does not
                nowNs[0] += 100_000_000;
                bus.doWork();
            }
            final String line = "the publishing thread of feed (PID) on md has not run for 5.0 s\n";
            assertTrue(run().contains(line), run());
            assertTrue(run("--json").contains("\"threadSilentNs\":5000000000,"));

            publication.idle();
            bus.doWork();
            assertFalse(run().contains("has not run"));
        }
    }

    @Test
    void publisherThatNeverCallsIdleIsNotShownAsBlocked() {
        final long[] nowNs = {1_000_000_000};
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withTransports(List.of()).withClocks(new Clocks(() -> nowNs[0], () -> nowNs[0])));
                Publication publication = bus.publish(PublicationSettings.of("md").withCapacity(CAPACITY)
                        .withLinger(Duration.ZERO))) {
            publication.claim(LENGTH);
            publication.commit();
            nowNs[0] += 5_000_000_000L;
            bus.doWork();
            assertTrue(run("--json").contains("\"threadSilentNs\":null,"));
        }
    }

    @Test
    void refusedSubscriptionIsShownWithItsCause() {
        try (Bus bus = bus();
                Publication publication = bus.publish(PublicationSettings.of("md").withCapacity(CAPACITY)
                        .withLinger(Duration.ZERO).withBlocking(BlockingPermission.refused()));
                Subscription slow = subscribe(bus, "slow", Policy.BLOCK)) {
            bus.doWork();
            slow.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            bus.doWork();
            assertEquals(0, publication.sequence());
            assertTrue(
                    run().contains("slow (PID) reads md under SKIP instead of BLOCK: the publisher accepts no BLOCK"
                            + " subscription of this name\n"),
                    run());
            assertTrue(run("--json").contains("\"refusal\":\"NAME\","));
        }
    }

    @Test
    void emptyBusIsPrintedAsText() throws Exception {
        assertEquals("no publications or subscriptions in DIR\n", run());
        assertEquals("no publications or subscriptions on stream md in DIR\n", run("--stream", "md"));
        Files.delete(directory); // which is empty
        assertEquals("no publications or subscriptions in DIR\n", run());
        assertTrue(Files.notExists(directory));
        Files.createDirectory(directory);
    }

    @Test
    void unreadableFileDoesNotHideTheOthers() throws Exception {
        try (Bus bus = bus(); Publication publication = bus.publish(PublicationSettings.of("md"))) {
            final Path log = directory.resolve("md/00000000000000ab.log");
            Files.writeString(log, "x".repeat(100_000));
            final StringWriter err = new StringWriter();
            assertEquals(1, line().setErr(new PrintWriter(err)).execute("--json"));
            assertTrue(err.toString().startsWith("bus: " + log + " is not a Verbus log"), err::toString);
            assertEquals(1, err.toString().lines().count(), err::toString);
            final String session = HexFormat.of().toHexDigits(publication.session().id());
            assertTrue(out.toString().contains("\"session\":\"" + session + "\""), out::toString);
            assertTrue(out.toString().contains("\"unreadable\":[\"" + log + " is not a Verbus log"), out::toString);
            Files.delete(log);
        }
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread().withTransports(List.of()));
    }

    private static Subscription subscribe(final Bus bus, final String name, final Policy policy) {
        return bus.subscribe(
                SubscriptionSettings.of("md").withName(name).withPolicy(policy).withStart(Start.oldest()));
    }

    private String runRaw(final String... arguments) {
        out.getBuffer().setLength(0);
        assertEquals(0, line().execute(arguments));
        return out.toString();
    }

    private String run(final String... arguments) {
        return runRaw(arguments).replace(directory.toString(), "DIR").replaceAll("\\b[0-9a-f]{16}\\b", "ID")
                .replaceAll("\\b" + ProcessHandle.current().pid() + "\\b", "PID");
    }

    private CommandLine line() {
        return new CommandLine(new StatCommand(() -> BusSettings.defaults().withDirectory(directory)))
                .setOut(new PrintWriter(out));
    }
}
