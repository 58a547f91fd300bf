package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.ShmDir;
import io.verbus.tools.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Order, filters, wrong options, and the 80 columns of {@code ./bus stat}. */
class StatSelectionTest {
    private static final int CAPACITY = 1 << 16;
    private static final int MANY = 2_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void linesAreSortedAndFiltered() {
        try (Bus bus = bus(BusSettings.defaults());
                Publication quotes = publish(bus, "md.quotes");
                Publication orders = publish(bus, "orders");
                Subscription one = subscribe(bus, "md.quotes", "one");
                Subscription two = subscribe(bus, "md.quotes", "two");
                Subscription far = subscribe(bus, "orders", "far")) {
            commit(quotes, 5);
            commit(orders, 20);
            two.poll((buffer, offset, length, header) -> Action.TAKEN, 3);
            bus.doWork();
            assertEquals(List.of("one", "two", "far"), names());
            assertEquals(List.of("far", "one", "two"), names("--sort", "lag"));
            assertEquals(List.of("far", "one", "two"), names("--sort", "BYTES"));
            assertEquals(List.of("far", "one", "two"), names("--sort", "name"));
            assertEquals(List.of("one", "two"), names("--filter", "md.*"));
            assertEquals(List.of("far"), names("--filter", "?rders"));
            assertEquals(List.of(), names("--filter", "md"));
            assertEquals(List.of(), one.sessions());
            assertEquals(List.of(), far.sessions());
        }
    }

    @Test
    void sessionsOfOneStreamAreTwoRowsWithTheirPublishers() {
        try (Bus bus = bus(BusSettings.defaults());
                Publication first = publish(bus, "md");
                Subscription one = subscribe(bus, "md", "one")) {
            final String process = " " + ProcessHandle.current().pid();
            commit(first, 1);
            bus.doWork();
            assertFalse(print(0).contains(" FROM"), "a single session needs no name");
            try (Publication second = publish(bus, "md")) {
                commit(second, 1);
                bus.doWork();
                one.poll((buffer, offset, length, header) -> Action.TAKEN, 2);
                bus.doWork();
                final List<String> lines = print(0).lines().toList();
                assertEquals(1, lines.stream().filter(line -> line.endsWith(" FROM")).count(), lines::toString);
                assertEquals(2, lines.stream().filter(line -> line.contains(" one ") && line.endsWith(process)).count(),
                        lines::toString);
            }
        }
    }

    @Test
    void tableFitsInto80Columns() {
        final String name = "a-subscription-with-quite-a-long-name-indeed";
        try (Bus bus = bus(BusSettings.defaults());
                Publication quotes = publish(bus, "md.quotes.of.all.venues");
                Subscription one = subscribe(bus, "md.quotes.of.all.venues", name);
                Subscription two = subscribe(bus, "md.quotes.of.all.venues", name)) {
            while (quotes.position() < 3 * CAPACITY) {
                commit(quotes, 1);
                two.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            }
            bus.doWork();
            final String table = print(0);
            assertTrue(table.lines().allMatch(line -> line.length() <= 80), table);
            final String messages = ShortNumbers.number(quotes.sequence());
            assertTrue(table.matches("(?s).* stalled, lapped +\\S+ +~" + messages + " .*"), table);
            assertEquals(1, table.lines().filter(line -> line.contains(" reading ")).count(), table);
            assertEquals(List.of(), one.sessions());
        }
    }

    @Test
    void lagHasAnAgeIfMessagesHaveTimestamps() {
        try (Bus bus = bus(BusSettings.defaults());
                Publication quotes = bus.publish(PublicationSettings.of("md").withCapacity(CAPACITY)
                        .withTimestamps(true).withLinger(Duration.ZERO));
                Subscription one = subscribe(bus, "md", "one")) {
            commit(quotes, 3);
            one.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            bus.doWork();
            assertTrue(print(0, "--json").matches("(?s).*\"lagMessages\":2,\"lagBytes\":\\d+,\"lagPercent\":\\S+?,"
                    + "\"lagNs\":[1-9]\\d*,.*"));
            one.poll((buffer, offset, length, header) -> Action.TAKEN, 2);
            assertTrue(print(0, "--json")
                    .contains("\"lagMessages\":0,\"lagBytes\":0,\"lagPercent\":0.000,\"lagNs\":0,"));
        }
    }

    @Test
    void twoThousandPublicationsOfOneProcessAreShown() {
        final List<Publication> open = new ArrayList<>();
        try (Bus bus = bus(BusSettings.defaults())) {
            for (int i = 0; i < MANY; i++) {
                open.add(publish(bus, "md." + i));
                commit(open.getLast(), i % 3);
            }
            bus.doWork();
            final String json = print(0, "--json", "--filter", "md.*");
            for (int i = 0; i < MANY; i++) {
                assertTrue(json.contains("{\"stream\":\"md." + i + "\","), "md." + i);
            }
            assertEquals(MANY, json.split("\"messages\":[0-2],", -1).length - 1);
            open.forEach(Publication::close);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--sort lga | invalid value for option '--sort': 'lga' is not a sort key: did you mean lag? The keys are"
                    + " stream, name, pid, state, lag, bytes, time, rate, gaps",
            "--http 0 | invalid value for option '--http': '0': give 1 to 65535",
            "--http 65536 | invalid value for option '--http': '65536': give 1 to 65535",
            "--http x | invalid value for option '--http': 'x' is not an int",
            "--http-address 0.0.0.0 | invalid value for option '--http-address': '0.0.0.0': give --http PORT too",
            "--openmetrics --json | invalid value for option '--openmetrics': 'true': leave out --live, --json,"
                    + " --wide and --slow",
            "--once --live | invalid value for option '--once': 'true': leave it out with --live",
            "--stream a --filter b | invalid value for option '--filter': 'b': leave it out with --stream"})
    void wrongOptionsAreNamed(final String options, final String message) {
        final StringWriter err = new StringWriter();
        final CommandLine line = Main.commandLine(() -> BusSettings.defaults()
                .withDirectory(directory)).setErr(new PrintWriter(err));
        assertEquals(2, line.execute(("stat " + options).split(" ")));
        assertEquals("bus: " + message, err.toString().lines().findFirst().orElse(""));
    }

    @Test
    void numbersAreShort() {
        assertEquals(List.of("-", "0", "9999", "10.0k", "12.3k", "123k", "4.56M", "9.22E"),
                LongStream.of(-1, 0, 9_999, 10_000, 12_345, 123_456, 4_560_000, Long.MAX_VALUE)
                        .mapToObj(ShortNumbers::number).toList());
        assertEquals(List.of("-", "0", "850ns", "1.50us", "12.3ms", "59.0s", "1m", "3h", "2d"),
                LongStream.of(-1, 0, 850, 1_500, 12_345_678, 59_000_000_000L, 61_000_000_000L,
                        3 * 3_600_000_000_000L, 49 * 3_600_000_000_000L).mapToObj(ShortNumbers::duration).toList());
    }

    private List<String> names(final String... options) {
        final List<String> all = new ArrayList<>(List.of("--json"));
        all.addAll(List.of(options));
        return Pattern.compile("\"name\":\"(\\w+)\"").matcher(print(0, all.toArray(String[]::new)))
                .results().map(one -> one.group(1)).toList();
    }

    private String print(final int status, final String... options) {
        final StringWriter out = new StringWriter();
        assertEquals(status, new CommandLine(new StatCommand(() -> BusSettings.defaults().withDirectory(directory)))
                .setOut(new PrintWriter(out)).execute(options));
        assertFalse(out.toString().contains("\u001b"));
        return out.toString();
    }

    private Bus bus(final BusSettings settings) {
        return Bus.launch(settings.withDirectory(directory).withoutThread().withTransports(List.of()));
    }

    private static Publication publish(final Bus bus, final String stream) {
        return bus.publish(PublicationSettings.of(stream).withCapacity(CAPACITY).withLinger(Duration.ZERO));
    }

    private static Subscription subscribe(final Bus bus, final String stream, final String name) {
        return bus.subscribe(SubscriptionSettings.of(stream).withName(name).withPolicy(Policy.SKIP)
                .withStart(Start.oldest()));
    }

    private static void commit(final Publication publication, final int messages) {
        for (int i = 0; i < messages; i++) {
            assertTrue(publication.claim(100) >= 0);
            publication.commit();
        }
    }
}
