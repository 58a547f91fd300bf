package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The metrics of a scrape: names, labels, and the states of the state sets. Checks queries of PromQL against them, as
 * far as names of metrics and labels matter.
 */
final class ExportedMetrics {
    /** Labels that Prometheus adds to each metric of a scrape. */
    private static final Set<String> ADDED = Set.of("job", "instance");
    private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern SELECTOR = Pattern.compile("\\b(verbus_\\w+|up|ALERTS)\\b(?:\\{([^}]*)})?");
    private static final Pattern GROUPING = Pattern.compile(
            "\\b(by|on|without|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?(\\w+)\\s*}}");

    private final Map<String, Map<String, Set<String>>> metrics = new TreeMap<>();

    ExportedMetrics(final String openMetrics) {
        openMetrics.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            final Map<String, Set<String>> labels = metrics.computeIfAbsent(line.split("[{ ]")[0],
                    any -> new TreeMap<>());
            labels(line).forEach((label, value) -> labels.computeIfAbsent(label, any -> new TreeSet<>()).add(value));
        });
        ADDED.forEach(label -> metrics.values().forEach(labels -> labels.put(label, Set.of())));
        metrics.put("up", Map.of("job", Set.of(), "instance", Set.of()));
    }

    Set<String> names() {
        return metrics.keySet();
    }

    private static Map<String, String> labels(final String selector) {
        final Map<String, String> labels = new TreeMap<>();
        final Matcher label = LABEL.matcher(selector);
        while (label.find()) {
            assertEquals(null, labels.put(label.group(1), label.group(2)), selector);
        }
        return labels;
    }

    /** Asserts that the names and labels of a query are exported; returns the labels that its result can have. */
    Set<String> assertQuery(final String query) {
        final Set<String> used = new HashSet<>();
        final Matcher selector = SELECTOR.matcher(query);
        final StringBuilder rest = new StringBuilder();
        while (selector.find()) {
            selector.appendReplacement(rest, "");
            final Map<String, Set<String>> exported = metrics.get(selector.group(1));
            assertTrue(exported != null, () -> selector.group(1) + " is not exported: " + query);
            used.addAll(exported.keySet());
            labels(selector.group(2) == null ? "" : selector.group(2)).forEach((label, value) -> {
                assertTrue(exported.containsKey(label), () -> "label " + label + " is not exported: " + query);
                assertTrue(!label.equals(selector.group(1)) || exported.get(label).containsAll(words(value, "\\|")),
                        () -> "state " + value + " is not exported: " + query);
            });
        }
        assertFalse(used.isEmpty(), () -> "no metric: " + query);
        final Matcher grouping = GROUPING.matcher(selector.appendTail(rest));
        final Set<String> kept = new HashSet<>();
        boolean isAggregated = rest.toString().startsWith("sum(");
        while (grouping.find()) {
            final Set<String> labels = words(grouping.group(2), "[,\\s]+");
            assertTrue(used.containsAll(labels), () -> "one of " + labels + " is not exported: " + query);
            if (grouping.group(1).equals("by")) {
                isAggregated = true;
                kept.addAll(labels);
            }
        }
        return isAggregated ? kept : used;
    }

    /** Asserts that a text for a person, with labels in double braces, has labels of the result of a query only. */
    void assertText(final String text, final String query) {
        final Set<String> labels = assertQuery(query);
        final Matcher template = TEMPLATE.matcher(text);
        while (template.find()) {
            assertTrue(labels.contains(template.group(1)), () -> "no label " + template.group(1) + ": " + text);
        }
    }

    /** Asserts that a series of a test has the labels that the exporter and Prometheus give it, and no others. */
    void assertSeries(final String series) {
        final String name = series.split("\\{")[0];
        assertTrue(metrics.containsKey(name), () -> name + " is not exported");
        assertEquals(metrics.get(name).keySet(), labels(series).keySet(), series);
    }

    private static Set<String> words(final String text, final String separator) {
        return Arrays.stream(text.split(separator)).filter(word -> !word.isEmpty()).collect(Collectors.toSet());
    }
}
