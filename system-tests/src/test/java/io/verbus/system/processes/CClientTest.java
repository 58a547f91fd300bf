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
import io.verbus.testkit.Forked;
import io.verbus.testkit.Patience;
import io.verbus.testkit.ShmDir;
import io.verbus.testkit.seeds.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** The client in C and the bus in Java are peers on one host: each reads what the other publishes. */
@Tag("processes")
class CClientTest {
    private static final String STREAM = "md.c";
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
    private CDriver driver;
    private Bus bus;

    @BeforeEach
    void launch() throws IOException {
        driver = CDriver.start(directory);
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
    void cReadsWhatJavaPublishes(final Policy policy, final boolean timestamps) {
        final CMessages read = new CMessages();
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
    void javaReadsWhatCPublishes(final Policy policy) throws IOException {
        final CMessages read = new CMessages();
        final boolean stepwise = policy != Policy.BLOCK;
        driver.command("publish " + STREAM + " " + CAPACITY + " " + (policy.ordinal() & 1));
        try (CDriver reader = CDriver.start(directory); Subscription subscription = subscribe(policy, read)) {
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
        final CMessages read = new CMessages();
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
    void lappedReaderInCReportsWhatItMisses() {
        final CMessages none = new CMessages();
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
        final CMessages read = new CMessages();
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
    void javaReportsTheDeathOfAPublisherInC() {
        final CMessages read = new CMessages();
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
    void javaReleasesAKilledReaderInC() {
        final CMessages none = new CMessages();
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
    void cReportsTheDeathOfAPublisherInJava() throws IOException {
        final Path itch = folder.resolve("20191230.itch");
        Command.generate(itch, 5_000, 20);
        driver.command("subscribe md.itch " + Policy.SKIP.ordinal() + " 0");
        try (Command feed = Command.start(directory, "feed", "--stream", "md.itch", "--itch", itch, "--rate", "1/s",
                "--await-subscribers", 1)) {
            feed.awaitLine("feed: begins, subscribed by c-reader \\(process " + driver.pid());
            feed.kill();
            final String answer = driver.command("finish");
            assertTrue(answer.endsWith(" lost " + LossCause.DIED.ordinal()), answer);
        }
    }

    /** The example in C++ decodes by codecs of sbe-tool. */
    @Test
    void topOfBookInCppIsThatOfJava() throws IOException {
        final Path itch = folder.resolve("20191230.itch");
        final BookFiles books = new BookFiles(folder, "books");
        Command.generate(itch, 20_000, 20);
        try (Command book = books.start(directory, "--policy", "skip");
                Forked top = Forked.startProgram(directory,
                        List.of(CDriver.program("top_of_book").toString(), "md.itch", "1"));
                Command feed = Command.start(directory, "feed", "--stream", "md.itch", "--itch", itch,
                        "--await-subscribers", 2)) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
            assertEquals(0, top.exitStatus(), top::output);
            final List<String> bids = levels(books, "1,B,");
            final List<String> offers = levels(books, "1,S,");
            assertEquals(bids.getLast() + " | " + offers.getFirst(), top.output().lines().toList().getLast());
        }
    }

    /** Quantity and price of each level of an instrument and a side, from the lowest price. */
    private static List<String> levels(final BookFiles books, final String prefix) throws IOException {
        return books.levels().lines().filter(line -> line.startsWith(prefix)).map(line -> line.split(","))
                .map(fields -> fields[3] + " @ " + fields[2]).toList();
    }

    @Test
    void statShowsProcessesInC() throws IOException {
        driver.command("publish " + STREAM + " " + CAPACITY + " 1");
        driver.command("subscribe " + STREAM + " " + Policy.BLOCK.ordinal() + " 0");
        driver.command("await 1");
        driver.command("offer 10");
        driver.command("receive 9");
        try (Command stat = Command.start(directory, "stat", "--json")) {
            assertEquals(0, stat.exitStatus(), stat::output);
            final String json = stat.output();
            for (final String shown : List.of("\"c-feed\"", "\"c-reader\"", STREAM, Long.toString(driver.pid()))) {
                assertTrue(json.contains(shown), () -> shown + " is missing in " + json);
            }
        }
    }

    /** A session that a relay serves: no message twice and none missing, although the relay ends and comes back. */
    @Test
    void cContinuesASessionWhoseRelayHasEnded(@TempDir(factory = ShmDir.class) final Path origin) throws IOException {
        final String address = SeatBuses.freeAddress();
        final CMessages read = new CMessages();
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

    /** Counts, sequences, times and bytes: the program in C prints what the commands in Java print. */
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
        for (final String command : List.of("check", "cat")) {
            try (Command java = Command.start(directory, "journal", command, journal);
                    Forked c = Forked.startProgram(directory,
                            List.of(CDriver.program("verbus-journal").toString(), command, journal.toString()))) {
                assertEquals(status, java.exitStatus(), java::output);
                assertEquals(status, c.exitStatus(), c::output);
                assertEquals(java.output().replaceAll("(?m)^bus: .*\n", ""),
                        c.output().replaceAll("(?m)^verbus-journal: .*\n", ""));
                assertTrue(c.output().lines().count() > 1, c::output);
            }
        }
    }

    private Publication publish(final boolean timestamps) {
        return bus.publish(PublicationSettings.of(STREAM).withPublisher("java").withCapacity(CAPACITY)
                .withTimestamps(timestamps));
    }

    private Subscription subscribe(final Policy policy, final CMessages read) {
        return bus.subscribe(
                SubscriptionSettings.of(STREAM).withName("java").withPolicy(policy).withListener(read));
    }

    /** Publishes a message; a blocking subscription of this thread reads meanwhile. */
    private static void offer(final Publication publication, final long number, final Subscription subscription,
            final CMessages read) {
        final UnsafeBuffer message = CMessages.message(number);
        while (publication.offer(message, 0, message.capacity()) < 0) {
            if (subscription != null) {
                subscription.poll(read, BATCH);
            }
        }
    }

    private static void readTo(final long last, final Subscription subscription, final CMessages read) {
        while (read.last() < last && read.end().isEmpty()) {
            subscription.poll(read, BATCH);
        }
    }

    private static void readToTheEnd(final Subscription subscription, final CMessages read) {
        readTo(Long.MAX_VALUE, subscription, read);
    }
}
