package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.ShmDir;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StatCommandTest {
    private static final int CAPACITY = 1 << 16;
    private static final int LENGTH = 1_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final StringWriter out = new StringWriter();

    @Test
    void whoIsBehindAndWhoHoldsWhomBackIsTold() {
        try (Bus bus = bus();
                Publication publication = bus.publish(PublicationSettings.of("md").withPublisher("feed")
                        .withCapacity(CAPACITY).withLinger(Duration.ZERO));
                Subscription slow = subscribe(bus, "slow", Policy.BLOCK);
                Subscription quick = subscribe(bus, "quick", Policy.SKIP);
                Subscription other = bus
                        .subscribe(SubscriptionSettings.of("orders").withPolicy(Policy.BLOCK).withName("other"))) {
            bus.doWork();
            slow.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            bus.doWork(); // it is waited for
            while (publication.claim(LENGTH) >= 0) {
                publication.commit();
                quick.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            }
            bus.doWork();
            final long messages = publication.sequence();
            final String behind = String.format(Locale.ROOT, "%,d", publication.position());
            final String percent = String.format(Locale.ROOT, "%.1f", 100.0 * publication.position() / CAPACITY);
            assertEquals(List.of(
                    "STREAM  PUBLISHER (PID)  SESSION  MESSAGES  MESSAGES/S  BYTES/S  LOG  CLAIMS REFUSED",
                    "md  feed (PID)  ID  " + messages + "  -  -  65,536  1",
                    "",
                    "STREAM  SUBSCRIPTION (PID)  SESSION  POLICY  BYTES BEHIND  OF THE LOG  GAPS  MISSED  FILLED",
                    "md  quick (PID)  ID  SKIP  0  0.0 %  0  0  0",
                    "md  slow (PID)  ID  BLOCK  " + behind + "  " + percent + " %  0  0  0",
                    "orders  other (PID)  -  BLOCK  -  -  0  0  0",
                    "slow (process PID) has held up 1 claim of feed on md, for 0.0 ms in all"),
                    run().lines().map(line -> line.replaceAll(" {2,}", "  ")).toList());
            assertEquals("""
                    {"time":"NOW","publications":[{"stream":"md","session":"ID","publisher":"feed","pid":PID,\
                    "alive":true,"messages":MESSAGES,"position":POSITION,"capacity":65536,"claimsRefused":1,\
                    "heldUpBy":[{"subscription":"slow (process PID)","claims":1,"ns":0}]}],"subscriptions":[\
                    {"stream":"md","name":"quick","pid":PID,"alive":true,"policy":"SKIP","session":"ID",\
                    "behindBytes":0,"behindPercent":0.000,"gaps":0,"missed":0,"filled":0},\
                    {"stream":"md","name":"slow","pid":PID,"alive":true,"policy":"BLOCK","session":"ID",\
                    "behindBytes":POSITION,"behindPercent":PERCENT,"gaps":0,"missed":0,"filled":0}]}
                    """.replace("MESSAGES", Long.toString(messages))
                    .replace("POSITION", Long.toString(publication.position()))
                    .replace("PERCENT",
                            String.format(Locale.ROOT, "%.3f", 100.0 * publication.position() / CAPACITY)),
                    run("--json", "--stream", "md").replaceAll("\"time\":\"[^\"]+Z\"", "\"time\":\"NOW\""));
            assertEquals(List.of(), other.sessions());
        }
    }

    @Test
    void namesStandToTheLeftAndNumbersToTheRight() {
        final Columns columns = new Columns(1, "NAME", "N");
        columns.add("a", "1,000");
        columns.add("longer", "1");
        assertEquals("""
                NAME        N
                a       1,000
                longer      1
                """, columns.toString());
    }

    @Test
    void nobodyIsSaidInWords() throws Exception {
        assertEquals("nobody publishes or subscribes in DIR\n", run());
        assertEquals("nobody publishes or subscribes on stream md in DIR\n", run("--stream", "md"));
        Files.delete(directory.resolve(".processes"));
        Files.delete(directory);
        assertEquals("nobody publishes or subscribes in DIR\n", run());
        assertTrue(Files.notExists(directory));
        Files.createDirectory(directory);
    }

    @Test
    void anIntervalThatIsNoneAndADamagedLogAreOneSentenceEach() throws Exception {
        assertEquals("--watch 0.0: give seconds, from 0.01 to a day", failure("--watch", "0"));
        Files.createDirectory(directory.resolve("md"));
        final Path log = directory.resolve("md/00000000000000ab.log");
        Files.writeString(log, "x".repeat(100_000));
        final String sentence = failure();
        assertTrue(sentence.startsWith("DIR/md/00000000000000ab.log "), sentence);
        Files.delete(log);
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread().withTransports(List.of()));
    }

    private static Subscription subscribe(final Bus bus, final String name, final Policy policy) {
        return bus.subscribe(
                SubscriptionSettings.of("md").withName(name).withPolicy(policy).withStart(Start.oldest()));
    }

    private String run(final String... arguments) {
        out.getBuffer().setLength(0);
        assertEquals(0, line().execute(arguments));
        return out.toString().replace(directory.toString(), "DIR").replaceAll("\\b[0-9a-f]{16}\\b", "ID")
                .replaceAll("\\b" + ProcessHandle.current().pid() + "\\b", "PID");
    }

    private String failure(final String... arguments) {
        final String[] sentence = {null};
        line().setExecutionExceptionHandler((e, command, parsed) -> {
            sentence[0] = ((BusException) e).getMessage().replace(directory.toString(), "DIR");
            return 1;
        }).execute(arguments);
        return sentence[0];
    }

    private CommandLine line() {
        return new CommandLine(new StatCommand(directory)).setOut(new PrintWriter(out));
    }
}
