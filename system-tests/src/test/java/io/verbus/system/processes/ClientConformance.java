package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.relay.Relay;
import io.verbus.support.Forked;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A client in another language and the bus in Java are peers on one host: each reads what the other publishes. */
@Tag("processes")
abstract class ClientConformance {
    private static final String STREAM = "md.peers";
    private static final int CAPACITY = 64 << 10;
    /** Messages that fill less than half of a log; all of them wrap it many times. */
    private static final int BATCH = 64;
    private static final int MESSAGES = 40 * BATCH;
    /** Offset of the records in a small segment. */
    private static final int RECORDS = 8 << 10;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    @TempDir
    private Path folder;
    private ClientDriver driver;
    private Bus bus;

    /** The command line of the driver; its publishers and subscriptions are named after the language. */
    abstract List<String> driver() throws IOException;

    /** The name of the language in lower case. */
    abstract String language();

    /** The program that prints a journal, and the commands of {@code ./bus journal} that it implements. */
    abstract List<String> journalProgram() throws IOException;

    abstract List<String> journalCommands();

    final Path directory() {
        return directory;
    }

    final Path folder() {
        return folder;
    }

    @BeforeEach
    void launch() throws IOException {
        driver = ClientDriver.start(directory, driver());
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    @AfterEach
    void close() {
        if (bus != null) {
            bus.close();
        }
        if (driver != null) {
            driver.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"BLOCK, true", "BLOCK, false", "SKIP, true", "CONFLATE, false", "EVICT, true"})
    void clientReadsWhatJavaPublishes(final Policy policy, final boolean timestamps) {
        final ClientMessages read = new ClientMessages();
        final boolean stepwise = policy != Policy.BLOCK;
        try (Subscription subscription = subscribe(Policy.BLOCK, read)) {
            driver.command("subscribe " + STREAM + " " + policy.ordinal() + " 0");
            try (Publication publication = publish(timestamps)) {
                assertTrue(publication.awaitSubscribers(2, Patience.LIMIT));
                if (!stepwise) {
                    driver.send("finish");
                }
                for (long number = 0; number < MESSAGES; number++) {
                    offer(publication, number, subscription, read);
                    if (stepwise && number % BATCH == BATCH - 1) {
                        driver.command("receive " + number); // so that no policy is lapped
                    }
                }
                readTo(MESSAGES - 1, subscription, read);
            }
            if (stepwise) {
                driver.send("finish");
            }
            readToTheEnd(subscription, read);
            assertEquals(read.tally("finished"), driver.answer());
        }
    }

    @ParameterizedTest
    @EnumSource
    void javaReadsWhatClientPublishes(final Policy policy) throws IOException {
        final ClientMessages read = new ClientMessages();
        final boolean stepwise = policy != Policy.BLOCK;
        driver.command("publish " + STREAM + " " + CAPACITY + " " + (policy.ordinal() & 1));
        try (ClientDriver reader = ClientDriver.start(directory, driver());
                Subscription subscription = subscribe(policy, read)) {
            reader.command("subscribe " + STREAM + " " + Policy.BLOCK.ordinal() + " 0");
            driver.command("await 2");
            reader.send("finish");
            for (int batch = 0; stepwise && batch < MESSAGES / BATCH; batch++) {
                driver.command("offer " + BATCH);
                readTo((batch + 1L) * BATCH - 1, subscription, read);
            }
            if (!stepwise) {
                driver.send("offer " + MESSAGES);
                readTo(MESSAGES - 1, subscription, read);
                assertEquals("offered " + MESSAGES, driver.answer());
            }
            driver.send("close");
            readToTheEnd(subscription, read);
            assertEquals(read.tally("finished"), reader.answer());
            assertEquals("closed", driver.answer());
        }
    }

    @Test
    void lateReadersInBothLanguagesGetTheSame() {
        final ClientMessages read = new ClientMessages();
        try (Publication publication = publish(true)) {
            for (long number = 0; number < MESSAGES; number++) {
                offer(publication, number, null, read);
            }
            driver.command("subscribe " + STREAM + " " + Policy.SKIP.ordinal() + " 1");
            try (Subscription subscription = bus.subscribe(SubscriptionSettings.of(STREAM).withName("java")
                    .withPolicy(Policy.SKIP).withStart(Start.oldest()).withListener(read))) {
                readTo(MESSAGES - 1, subscription, read);
                assertEquals(read.tally("received"), driver.command("receive " + (MESSAGES - 1)));
            }
        }
    }

    @Test
    void lappedClientReportsWhatItMisses() {
        final ClientMessages none = new ClientMessages();
        try (Publication publication = publish(false)) {
            driver.command("subscribe " + STREAM + " " + Policy.SKIP.ordinal() + " 0");
            assertTrue(publication.awaitSubscribers(1, Patience.LIMIT));
            for (long number = 0; number < MESSAGES; number++) {
                offer(publication, number, null, none);
            }
            final String answer = driver.command("receive " + (MESSAGES - 1));
            // each message is delivered or in a gap, or the next one would be wrong
            assertTrue(answer.matches("received [1-9]\\d* missing [1-9]\\d* wrong 0 .*"), answer);
        }
    }

    @Test
    void lappedReaderInJavaReportsWhatItMisses() {
        final ClientMessages read = new ClientMessages();
        driver.command("publish " + STREAM + " " + CAPACITY + " 1");
        try (Subscription subscription = subscribe(Policy.SKIP, read)) {
            driver.command("await 1");
            driver.command("offer " + MESSAGES);
            readTo(MESSAGES - 1, subscription, read);
            assertTrue(read.tally("received").matches("received [1-9]\\d* missing [1-9]\\d* .*"),
                    () -> read.tally("received"));
        }
    }

    @Test
    void javaReportsTheDeathOfAClient() {
        final ClientMessages read = new ClientMessages();
        driver.command("publish " + STREAM + " " + CAPACITY + " 0");
        try (Subscription subscription = subscribe(Policy.BLOCK, read)) {
            driver.command("await 1");
            driver.command("offer " + BATCH);
            driver.kill();
            readToTheEnd(subscription, read);
            assertEquals("lost " + LossCause.DIED.ordinal(), read.end());
            assertEquals(BATCH - 1, read.last());
        }
    }

    @Test
    void javaReleasesAKilledClient() {
        final ClientMessages none = new ClientMessages();
        try (Publication publication = publish(false)) {
            driver.command("subscribe " + STREAM + " " + Policy.BLOCK.ordinal() + " 0");
            assertTrue(publication.awaitSubscribers(1, Patience.LIMIT));
            driver.kill();
            for (long number = 0; number < MESSAGES; number++) {
                offer(publication, number, null, none);
            }
            assertEquals(List.of(), publication.subscribers());
        }
    }

    @Test
    void clientReportsTheDeathOfAPublisherInJava() throws IOException {
        final Path itch = folder.resolve("20191230.itch");
        Command.generate(itch, 5_000, 20);
        driver.command("subscribe md.itch " + Policy.SKIP.ordinal() + " 0");
        try (Command feed = Command.start(directory, "feed", "--stream", "md.itch", "--itch", itch, "--rate", "1/s",
                "--await-subscribers", 1)) {
            feed.awaitLine("feed: begins, subscribed by " + language() + "-reader \\(process " + driver.pid());
            feed.kill();
            final String answer = driver.command("finish");
            assertTrue(answer.endsWith(" lost " + LossCause.DIED.ordinal()), answer);
        }
    }

    @Test
    void statShowsClients() throws IOException {
        driver.command("publish " + STREAM + " " + CAPACITY + " 1");
        driver.command("subscribe " + STREAM + " " + Policy.BLOCK.ordinal() + " 0");
        driver.command("await 1");
        driver.command("offer 10");
        driver.command("receive 9");
        try (Command stat = Command.start(directory, "stat", "--json")) {
            assertEquals(0, stat.exitStatus(), stat::output);
            final String json = stat.output();
            for (final String shown : List.of("\"" + language() + "-feed\"", "\"" + language() + "-reader\"", STREAM,
                    Long.toString(driver.pid()))) {
                assertTrue(json.contains(shown), () -> shown + " is missing in " + json);
            }
        }
    }

    /** A session that a relay serves: no message twice and none missing, although the relay ends and comes back. */
    @Test
    void clientContinuesASessionWhoseRelayHasEnded(@TempDir(factory = ShmDir.class) final Path origin)
            throws IOException {
        final String address = SeatBuses.freeAddress();
        final ClientMessages read = new ClientMessages();
        try (Bus publishing = Bus.launch(BusSettings.defaults().withDirectory(origin));
                Publication publication = publishing.publish(PublicationSettings.of(STREAM).withPublisher("java")
                        .withCapacity(16 * CAPACITY).withEndpoints(Endpoint.listen(address)))) {
            offer(publication, 0, null, read);
            try (Relay relay = relay(address)) {
                copy(relay, publication);
                driver.command("subscribe " + STREAM + " " + Policy.SKIP.ordinal() + " 1");
                for (long number = 1; number < BATCH; number++) {
                    offer(publication, number, null, read);
                }
                copy(relay, publication);
                assertReceived(BATCH, driver.command("receive " + (BATCH - 1)));
            }
            driver.send("receive " + (2 * BATCH - 1));
            for (long number = BATCH; number < 2 * BATCH; number++) {
                offer(publication, number, null, read);
            }
            try (Relay relay = relay(address)) {
                copy(relay, publication);
                assertReceived(2 * BATCH, driver.answer());
            }
        }
    }

    private Relay relay(final String address) {
        return Relay.open(bus, SubscriptionSettings.of(STREAM).withName("relay").withPolicy(Policy.BLOCK)
                .withEndpoints(Endpoint.connect(address)), PublicationSettings.of(STREAM));
    }

    /** Lets a relay copy all that is published. */
    private static void copy(final Relay relay, final Publication publication) {
        final long beganNs = System.nanoTime();
        while (relay.frames() < publication.sequence()) {
            relay.doWork();
            assertTrue(System.nanoTime() - beganNs < Patience.NS, "the relay copies nothing");
        }
        relay.doWork();
    }

    private static void assertReceived(final int messages, final String answer) {
        assertTrue(answer.contains(" " + messages + " missing 0 wrong 0 "), answer);
    }

    /** Counts, sequences, times and bytes: the client prints what the commands in Java print. */
    @Test
    void journalIsReadAlikeInBothLanguages() throws IOException {
        final Path journal = folder.resolve("journal");
        driver.command("publish " + STREAM + " " + CAPACITY + " 1");
        try (Command record = Command.start(directory, "record", "--stream", STREAM, "--dir", journal, "--block",
                "--segment-size", "64K", "--until-session-ends")) {
            driver.command("await 1");
            driver.command("offer " + MESSAGES);
            driver.command("close");
            assertEquals(0, record.exitStatus(), record::output);
        }
        assertReadAlike(journal, 0);

        final Random random = new Random(Seeds.draw());
        final List<Path> segments;
        try (Stream<Path> files = Files.list(journal)) {
            segments = files.filter(file -> file.toString().endsWith(".segment")).sorted().toList();
        }
        final Path damaged = segments.get(random.nextInt(segments.size() - 1)); // the last one may be short
        final byte[] bytes = Files.readAllBytes(damaged);
        final int from = RECORDS + random.nextInt(RECORDS);
        for (int i = 0; i < Integer.SIZE; i++) { // more than the padding between two records
            bytes[from + i] ^= (byte) (1 + random.nextInt(255));
        }
        Files.write(damaged, bytes);
        assertReadAlike(journal, 1);
    }

    /** Lines of standard error begin with the name of the program, and are left out. */
    private void assertReadAlike(final Path journal, final int status) throws IOException {
        for (final String command : journalCommands()) {
            final List<String> program = new ArrayList<>(journalProgram());
            program.addAll(List.of(command, journal.toString()));
            try (Command java = Command.start(directory, "journal", command, journal);
                    Forked client = Forked.startProgram(directory, program)) {
                assertEquals(status, java.exitStatus(), java::output);
                assertEquals(status, client.exitStatus(), client::output);
                assertEquals(java.output().replaceAll("(?m)^bus: .*\n", ""),
                        client.output().replaceAll("(?m)^verbus-journal: .*\n", ""));
                assertTrue(client.output().lines().count() > 1, client::output);
            }
        }
    }

    private Publication publish(final boolean timestamps) {
        return bus.publish(PublicationSettings.of(STREAM).withPublisher("java").withCapacity(CAPACITY)
                .withTimestamps(timestamps));
    }

    private Subscription subscribe(final Policy policy, final ClientMessages read) {
        return bus.subscribe(
                SubscriptionSettings.of(STREAM).withName("java").withPolicy(policy).withListener(read));
    }

    /** Publishes a message; a blocking subscription of this thread reads meanwhile. */
    private static void offer(final Publication publication, final long number, final Subscription subscription,
            final ClientMessages read) {
        final UnsafeBuffer message = ClientMessages.message(number);
        while (publication.offer(message, 0, message.capacity()) < 0) {
            if (subscription != null) {
                subscription.poll(read, BATCH);
            }
        }
    }

    private static void readTo(final long last, final Subscription subscription, final ClientMessages read) {
        while (read.last() < last && read.end().isEmpty()) {
            subscription.poll(read, BATCH);
        }
    }

    private static void readToTheEnd(final Subscription subscription, final ClientMessages read) {
        readTo(Long.MAX_VALUE, subscription, read);
    }
}
