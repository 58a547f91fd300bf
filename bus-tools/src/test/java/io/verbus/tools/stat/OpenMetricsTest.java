package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.prometheus.metrics.model.snapshots.Labels;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.ApplicationCounters;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** {@code ./bus stat --openmetrics}. */
class OpenMetricsTest {
    private static final int CAPACITY = 1 << 16;
    private static final Pattern METADATA = Pattern.compile("# (HELP|TYPE|UNIT) (\\w+) (.+)");
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-z_]+)(\\{[a-z_]+=\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\"(,[a-z_]+=\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\")*})?"
                    + " (-?[0-9.]+(?:E-?\\d+)?)");

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void everyLineFollowsTheFormatAndValuesAreThoseOfTheBus() {
        try (Bus bus = bus();
                Publication publication = publication(bus);
                Subscription slow = slow(bus);
                ApplicationCounters.Value rejected = bus.counters().counter("orders \"rejected\"");
                ApplicationCounters.Value exposure = bus.counters().gauge("exposure")) {
            rejected.add(3);
            exposure.set(-7);
            fill(bus, publication);
            final String text = metrics();
            assertWellFormed(text);
            final String labels = "{pid=\"PID\",publisher=\"fe\\\\ed \\\"1\\\"\",session=\"ID\",stream=\"md\"}";
            assertSample("verbus_publication_messages_total" + labels, publication.sequence(), text);
            assertSample("verbus_publication_bytes_total" + labels, publication.position(), text);
            assertSample("verbus_publication_claims_refused_total" + labels, 1, text);
            final String session = "{host=\"\",pid=\"PID\",policy=\"BLOCK\",publisher_host=\"\",session=\"ID\","
                    + "stream=\"md\",subscription=\"slow\",subscription_id=\"ID\"}";
            assertSample("verbus_subscription_lag_messages" + session, publication.sequence(), text);
            assertSample("verbus_subscription_lag_bytes" + session, publication.position(), text);
            assertSample("verbus_subscription_state" + session.replace("subscription_id=\"ID\"",
                    "subscription_id=\"ID\",verbus_subscription_state=\"blocks\""), 1, text);
            assertSample("verbus_subscription_state" + session.replace("subscription_id=\"ID\"",
                    "subscription_id=\"ID\",verbus_subscription_state=\"lapped\""), 0, text);
            final String process = "{name=\"NAME\",pid=\"PID\",process=\"ID\"}";
            assertSample("verbus_application_events_total" + process.replace("NAME", "orders \\\"rejected\\\""), 3,
                    text);
            assertSample("verbus_application_value" + process.replace("NAME", "exposure"), -7, text);
            for (final String unit : List.of("verbus_publication_bytes bytes", "verbus_back_pressure_seconds seconds",
                    "verbus_subscription_lag_bytes bytes", "verbus_conductor_longest_cycle_seconds seconds")) {
                assertTrue(text.contains("\n# UNIT " + unit + "\n"), text);
            }
            assertEquals(1, slow.sessions().size());
        }
    }

    /** The reference parser of the format: package prometheus_client of Python, which this machine may lack. */
    @Test
    void referenceParserAcceptsTheMetrics() throws IOException, InterruptedException {
        final String python = pythonWithParser();
        assumeTrue(python != null, "no prometheus_client: sudo apt-get install python3-prometheus-client");
        try (Bus bus = bus();
                Publication publication = publication(bus);
                Subscription slow = slow(bus);
                ApplicationCounters.Value rejected = bus.counters().counter("orders \"rejected\"")) {
            rejected.increment();
            fill(bus, publication);
            final String families = python(python, metrics(), "import sys\n"
                    + "from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse\n"
                    + "for f in parse(sys.stdin.read()): print(f.name, f.type, f.unit, len(f.samples))");
            assertTrue(families.contains("verbus_publication_bytes counter bytes 1\n"), families);
            assertTrue(families.contains("verbus_application_events counter  1\n"), families);
            assertTrue(families.contains("verbus_subscription_state stateset  6\n"), families);
            assertEquals(1, slow.sessions().size());
        }
    }

    @Test
    void emptyBusIsWellFormed() {
        final String text = metrics();
        assertWellFormed(text);
        assertSample("verbus_unreadable_files", 0, text);
    }

    /** Names are those that an application may give: any text, also several times. */
    @ParameterizedTest
    @MethodSource("seeds")
    void everySetOfCountersIsWellFormed(final long seed) {
        final Random random = new Random(seed);
        final List<String> names = Stream.generate(() -> name(random)).limit(1 + random.nextInt(10)).toList();
        long sum = 0;
        try (Bus bus = bus()) {
            for (int added = random.nextInt(40); added > 0; added--) {
                final String name = names.get(random.nextInt(names.size()));
                final long value = random.nextLong(1L << 40);
                (random.nextBoolean() ? bus.counters().counter(name) : bus.counters().gauge(name)).set(value);
                sum += value;
            }
            bus.doWork();
            final String text = metrics();
            assertWellFormed(text);
            assertEquals(sum, text.lines().filter(line -> line.startsWith("verbus_application"))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ')))).sum(), text);
            assertSample("verbus_missing_families", 0, text);
        }
    }

    @Test
    void familyThatTheFormatRefusesDoesNotHideTheOthers() {
        final MetricFamilies families = new MetricFamilies();
        families.gauge("verbus_good", "A gauge.", null, Labels.EMPTY, 1);
        families.counter("", "A counter.", null, Labels.of("x", "y"), 1);
        assertEquals(List.of("verbus_good", "verbus_missing_families"), families.snapshots().stream()
                .map(family -> family.getMetadata().getPrometheusName()).toList());
    }

    private static LongStream seeds() {
        return new Random(Seeds.draw()).longs(30);
    }

    private static String name(final Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> "x".repeat(120 + random.nextInt(10)); // cut at 124
            case 2 -> random.ints(random.nextInt(20), 0, 0x11_0000).collect(StringBuilder::new,
                    StringBuilder::appendCodePoint, StringBuilder::append).toString();
            default -> random.ints(random.nextInt(20), 0, 7).mapToObj(any -> "\"\\\n{},=".substring(any, any + 1))
                    .collect(Collectors.joining());
        };
    }

    static void assertWellFormed(final String text) {
        assertTrue(text.endsWith("\n# EOF\n"), text);
        final Set<String> complete = new HashSet<>();
        final Set<String> samples = new HashSet<>();
        String family = "";
        for (final String line : text.substring(0, text.length() - "# EOF\n".length()).split("\n")) {
            final Matcher metadata = METADATA.matcher(line);
            final Matcher sample = SAMPLE.matcher(line);
            assertTrue(metadata.matches() || sample.matches(), line);
            assertTrue(samples.add(line.substring(0, line.lastIndexOf(' '))), "a sample is there once: " + line);
            final String name = metadata.matches()
                    ? metadata.group(2)
                    : sample.group(1).replaceAll("_total$|_count$", "");
            if (!name.equals(family)) {
                assertTrue(complete.add(name), "the lines of a family are together: " + line);
                assertTrue(metadata.matches(), "metadata come first: " + line);
                family = name;
            }
        }
    }

    private static void assertSample(final String sample, final double value, final String text) {
        assertTrue(text.lines().map(OpenMetricsTest::withoutIds).anyMatch(line -> line.startsWith(sample + " ")
                && Double.parseDouble(line.substring(line.lastIndexOf(' '))) == value), () -> sample + ": " + text);
    }

    private static String withoutIds(final String line) {
        return line.replaceAll("\"[0-9a-f]{16}\"", "\"ID\"")
                .replace("pid=\"" + ProcessHandle.current().pid() + "\"", "pid=\"PID\"");
    }

    private static void fill(final Bus bus, final Publication publication) {
        bus.doWork();
        while (publication.claim(1_000) >= 0) {
            publication.commit();
        }
        bus.doWork();
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread().withTransports(List.of()));
    }

    private static Publication publication(final Bus bus) {
        return bus.publish(PublicationSettings.of("md").withPublisher("fe\\ed \"1\"").withCapacity(CAPACITY)
                .withLinger(Duration.ZERO));
    }

    private static Subscription slow(final Bus bus) {
        final Subscription slow = bus.subscribe(SubscriptionSettings.of("md").withName("slow")
                .withPolicy(Policy.BLOCK).withStart(Start.oldest()));
        bus.doWork();
        slow.poll((buffer, offset, length, header) -> {
            throw new AssertionError("nothing was published");
        }, 1);
        return slow;
    }

    private String metrics() {
        final StringWriter out = new StringWriter();
        assertEquals(0, new CommandLine(new StatCommand(() -> BusSettings.defaults().withDirectory(directory)))
                .setOut(new PrintWriter(out)).execute("--openmetrics"));
        return out.toString();
    }

    /** The Python of the path, or that of the system, whose packages have the parser; or null. */
    private static String pythonWithParser() throws IOException, InterruptedException {
        for (final String python : List.of("python3", "/usr/bin/python3")) {
            if (python(python, "", "import prometheus_client.openmetrics.parser").equals("")) {
                return python;
            }
        }
        return null;
    }

    /** Runs a script; returns its output, with the errors. */
    private static String python(final String interpreter, final String input, final String script)
            throws IOException, InterruptedException {
        final Process python;
        try {
            python = new ProcessBuilder(interpreter, "-c", script).redirectErrorStream(true).start();
        } catch (final IOException e) {
            return e.toString();
        }
        try (var stdin = python.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        final String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        python.waitFor();
        return output;
    }
}
