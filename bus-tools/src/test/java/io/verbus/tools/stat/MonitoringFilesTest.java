package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.verbus.Action;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.ApplicationCounters;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.awt.Rectangle;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

/** The files of dist/monitoring, for Prometheus and Grafana, against a scrape that contains every metric. */
class MonitoringFilesTest {
    private static final Path FILES = Path.of("../dist/monitoring").toAbsolutePath().normalize();
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int COLUMNS = 24;
    /** The legend of a graph has the names of stream and subscription. */
    private static final Map<String, Integer> LEAST_COLUMNS = Map.of("row", COLUMNS, "stat", 4, "timeseries", 6,
            "state-timeline", 6);
    private static final Pattern COUNTER = Pattern.compile("(?m)^# TYPE (\\w+) counter$");

    @TempDir(factory = ShmDir.class)
    private static Path directory;
    private static List<String> scrapes;
    private static ExportedMetrics exported;

    @BeforeAll
    static void exportEveryMetric() {
        scrapes = scrapes();
        exported = new ExportedMetrics(String.join("", scrapes));
    }

    @Test
    void theScrapeContainsEveryMetricThatTheExporterHas() throws IOException {
        final Set<String> families = Pattern.compile("\"(verbus_\\w+)\"")
                .matcher(Files.readString(Path.of("src/main/java/io/verbus/tools/stat/OpenMetrics.java"))).results()
                .map(name -> name.group(1)).collect(Collectors.toSet());
        families.removeIf(name -> exported.names().contains(name) || exported.names().contains(name + "_total"));
        assertEquals(Set.of(), families, scrapes::toString);
    }

    @Test
    void alertsAndTheirTestsUseExportedMetricsAndLabels() throws IOException {
        final Set<String> names = new HashSet<>();
        for (final Map<String, Object> alert : alerts()) {
            assertTrue(names.add((String) alert.get("alert")), alert::toString);
            final String query = (String) alert.get("expr");
            final Map<String, Object> texts = map(alert.get("annotations"));
            assertEquals(Set.of("summary", "description"), texts.keySet(), alert::toString);
            texts.values().forEach(text -> exported.assertText((String) text, query));
            assertTrue(Set.of("critical", "warning", "info").contains(map(alert.get("labels")).get("severity")),
                    alert::toString);
        }
        final Map<String, Set<Boolean>> tested = new TreeMap<>();
        for (final Map<String, Object> test : list(yaml("alerts_test.yml").get("tests"))) {
            list(test.get("input_series")).forEach(series -> exported.assertSeries((String) series.get("series")));
            list(test.get("alert_rule_test")).forEach(one -> tested.computeIfAbsent((String) one.get("alertname"),
                    any -> new HashSet<>()).add(list(one.get("exp_alerts")).isEmpty()));
        }
        assertEquals(names, tested.keySet());
        tested.forEach((name, isQuiet) -> assertEquals(Set.of(true, false), isQuiet, name));
    }

    @Test
    void theDashboardUsesExportedMetricsAndLabels() throws IOException {
        for (final JsonNode target : dashboard().findValues("targets")) {
            for (final JsonNode query : target) {
                exported.assertText(query.get("legendFormat").asText(), query.get("expr").asText());
            }
        }
    }

    @Test
    void everyMetricIsInTheDashboard() throws IOException {
        final String dashboard = dashboard().toString();
        final Set<String> hidden = new HashSet<>(exported.names());
        hidden.removeIf(name -> Pattern.compile("\\b" + name + "\\b").matcher(dashboard).find());
        assertEquals(Set.of("verbus_connection_epoch", "verbus_subscription_latency_seconds_count",
                "verbus_unreadable_files"), hidden);
    }

    @Test
    void panelsHaveUniqueIdsAndFillThePage() throws IOException {
        final Set<Integer> ids = new HashSet<>();
        final List<Rectangle> places = new ArrayList<>();
        for (final JsonNode panel : dashboard().get("panels")) {
            assertTrue(ids.add(panel.get("id").intValue()), panel::toString);
            final JsonNode at = panel.get("gridPos");
            final Rectangle place = new Rectangle(at.get("x").intValue(), at.get("y").intValue(),
                    at.get("w").intValue(), at.get("h").intValue());
            assertTrue(new Rectangle(COLUMNS, Integer.MAX_VALUE).contains(place), panel::toString);
            assertTrue(places.stream().noneMatch(place::intersects), panel::toString);
            assertTrue(place.width >= LEAST_COLUMNS.get(panel.get("type").asText()), panel::toString);
            places.add(place);
        }
        assertTrue(ids.size() > 1);
        assertEquals(COLUMNS * places.stream().mapToInt(place -> place.y + place.height).max().orElseThrow(),
                places.stream().mapToInt(place -> place.width * place.height).sum());
    }

    @Test
    void allQueriesUseTheChosenDataSource() throws IOException {
        final JsonNode dashboard = dashboard();
        assertEquals("datasource", dashboard.at("/templating/list/0/type").asText());
        for (final JsonNode source : dashboard.findValues("datasource")) {
            assertEquals("{\"type\":\"prometheus\",\"uid\":\"${datasource}\"}", source.toString());
        }
        for (final JsonNode panel : dashboard.get("panels")) {
            if (!panel.get("type").asText().equals("row")) {
                assertTrue(panel.has("datasource"), panel::toString);
                assertEquals(panel.get("targets").size(), new HashSet<>(panel.get("targets").findValuesAsText("refId"))
                        .size(), panel::toString);
            }
        }
    }

    @Test
    void unitsAreThoseOfTheQueriesAndASumOfNothingIsZero() throws IOException {
        final Set<String> units = new HashSet<>();
        for (final JsonNode panel : dashboard().get("panels")) {
            final JsonNode defaults = panel.at("/fieldConfig/defaults");
            final boolean isSum = panel.get("type").asText().equals("stat");
            if (isSum || panel.get("type").asText().equals("timeseries")) {
                assertEquals(isSum ? "0" : "", defaults.path("noValue").asText(), panel::toString);
                for (final JsonNode query : panel.get("targets")) {
                    assertEquals(unit(query.get("expr").asText()), defaults.get("unit").asText(), panel::toString);
                    assertEquals(isSum, query.get("legendFormat").asText().isEmpty(), panel::toString);
                    units.add(defaults.get("unit").asText());
                }
            }
        }
        assertEquals(Set.of("none", "ops", "Bps", "bytes", "percentunit", "s"), units);
    }

    /** By the unit in the name of the metric, as Grafana calls it. */
    private static String unit(final String query) {
        if (query.contains(" / ")) {
            return "percentunit";
        } else if (query.startsWith("rate(")) {
            return query.contains("_seconds_total") ? "percentunit" : query.contains("_bytes_total") ? "Bps" : "ops";
        }
        return query.contains("_seconds{") ? "s" : query.contains("_bytes{") ? "bytes" : "none";
    }

    @ParameterizedTest
    @ValueSource(strings = {"verbus_publication_message_total", "verbus_process_alive{stream=\"md\"}", "time()",
            "verbus_publication_state{verbus_publication_state=~\"open|blockt\"}",
            "sum by (subscription) (verbus_publication_log_bytes)"})
    void aQueryForSomethingElseIsFound(final String query) {
        assertThrows(AssertionFailedError.class, () -> exported.assertQuery(query));
    }

    @Test
    void promtoolAcceptsTheRulesAndTheirTestsPass() throws IOException, InterruptedException {
        promtool("", "check", "rules", FILES.resolve("alerts.yml").toString());
        promtool("", "test", "rules", FILES.resolve("alerts_test.yml").toString());
    }

    @Test
    void promtoolAcceptsTheConfiguration() throws IOException, InterruptedException {
        promtool("", "check", "config", FILES.resolve("prometheus.yml").toString());
    }

    @Test
    void promtoolAcceptsTheQueriesOfTheDashboard() throws IOException, InterruptedException {
        final StringBuilder rules = new StringBuilder("groups:\n- name: dashboard\n  rules:\n");
        int rule = 0;
        for (final String query : dashboard().findValuesAsText("expr")) {
            rules.append("  - record: dashboard:query:").append(rule++).append("\n    expr: '").append(query
                    .replace("$__rate_interval", "1m").replace("$__range", "1h").replace("'", "''")).append("'\n");
        }
        final Path file = Files.writeString(directory.resolve("rules.yml"), rules);
        promtool("", "check", "rules", file.toString());
    }

    @Test
    void promtoolAcceptsTheMetrics() throws IOException, InterruptedException {
        for (final String scrape : scrapes) {
            promtool(prometheusText(scrape), "check", "metrics");
        }
    }

    /** The older text format, which is all that {@code promtool check metrics} reads. */
    private static String prometheusText(final String openMetrics) {
        final Set<String> counters = COUNTER.matcher(openMetrics).results().map(type -> type.group(1))
                .collect(Collectors.toSet());
        return openMetrics.lines().filter(line -> !line.startsWith("# EOF") && !line.startsWith("# UNIT "))
                .map(line -> line.replaceFirst("^(# TYPE \\w+) stateset$", "$1 gauge"))
                .map(line -> line.startsWith("# ") && counters.contains(line.split(" ")[2])
                        ? line.replaceFirst("^(# \\w+ \\w+)", "$1_total")
                        : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static void promtool(final String input, final String... arguments)
            throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(arguments));
        command.addFirst("promtool");
        final Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (final IOException e) {
            assumeTrue(false, "no promtool: install the Debian package prometheus");
            return;
        }
        try (var out = process.outputWriter()) {
            out.write(input);
        }
        final String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
    }

    /** The metrics of two hosts with a connection, and with a reader that blocks its publisher. */
    private static List<String> scrapes() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt());
                ApplicationCounters.Value rejected = hosts.publishing().counters().counter("orders.rejected");
                ApplicationCounters.Value exposure = hosts.publishing().counters().gauge("exposure")) {
            rejected.increment();
            exposure.set(-7);
            final Publication publication = hosts.publish(PublicationSettings.of("md").withTimestamps(true)
                    .withCapacity(1 << 16));
            final Subscription book = hosts.subscribe(SubscriptionSettings.of("md").withName("book")
                    .withLatencies(true));
            final Subscription slow = hosts.publishing().subscribe(SubscriptionSettings.of("md").withName("slow")
                    .withPolicy(Policy.BLOCK).withStart(Start.oldest()));
            hosts.pass(SECOND);
            assertEquals(0, slow.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
            while (publication.claim(1_000) >= 0) {
                publication.commit();
                hosts.settle();
                book.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            }
            hosts.pass(SECOND);
            return List.of(scrape(hosts, "publishing"), scrape(hosts, "subscribing"));
        }
    }

    private static String scrape(final FabricPair hosts, final String host) {
        final StringWriter out = new StringWriter();
        assertEquals(0, new CommandLine(new StatCommand(() -> BusSettings.defaults()
                .withDirectory(directory.resolve(host)).withClocks(new Clocks(hosts::now, hosts::now))))
                .setOut(new PrintWriter(out)).execute("--openmetrics"));
        return out.toString();
    }

    private static List<Map<String, Object>> alerts() throws IOException {
        return list(yaml("alerts.yml").get("groups")).stream().flatMap(group -> list(group.get("rules")).stream())
                .toList();
    }

    private static JsonNode dashboard() throws IOException {
        return JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
                DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build()
                .readTree(FILES.resolve("dashboard.json").toFile());
    }

    private static Map<String, Object> yaml(final String file) throws IOException {
        return map(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(FILES.resolve(file))));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(final Object node) {
        return (Map<String, Object>) node;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(final Object node) {
        return (List<Map<String, Object>>) node;
    }
}
