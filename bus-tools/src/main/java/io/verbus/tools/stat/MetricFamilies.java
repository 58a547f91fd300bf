package io.verbus.tools.stat;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Metrics under construction: the families with their values so far. Negative numbers are unknown, and left out. Values
 * with equal labels are added up: an application may give two counters one name, and the format forbids to repeat a
 * sample.
 */
final class MetricFamilies {
    private final Map<String, Numbers> counters = new TreeMap<>();
    private final Map<String, Numbers> gauges = new TreeMap<>();
    private final Map<String, SummarySnapshot.Builder> summaries = new TreeMap<>();
    private final Map<String, States> states = new TreeMap<>();

    private record Numbers(String help, Unit unit, Map<Labels, Double> values) {
        CounterSnapshot counter(final String name) {
            final CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help).unit(unit);
            values.forEach((labels, value) -> family.dataPoint(
                    CounterSnapshot.CounterDataPointSnapshot.builder().labels(labels).value(value).build()));
            return family.build();
        }

        GaugeSnapshot gauge(final String name) {
            final GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help).unit(unit);
            values.forEach((labels, value) -> family
                    .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
            return family.build();
        }
    }

    private record States(String help, Map<Labels, StateSetSnapshot.StateSetDataPointSnapshot> points) {
        StateSetSnapshot family(final String name) {
            final StateSetSnapshot.Builder family = StateSetSnapshot.builder().name(name).help(help);
            points.values().forEach(family::dataPoint);
            return family.build();
        }
    }

    /** Adds a value of a counter; its name is without the suffix _total. */
    void counter(final String name, final String help, final Unit unit, final Labels labels, final double value) {
        if (value >= 0) {
            add(counters, name, help, unit, labels, value);
        }
    }

    /** Adds a value of a gauge. */
    void gauge(final String name, final String help, final Unit unit, final Labels labels, final double value) {
        if (value >= 0) {
            add(gauges, name, help, unit, labels, value);
        }
    }

    /** Adds a value of a gauge that may be negative. */
    void signedGauge(final String name, final String help, final Labels labels, final double value) {
        add(gauges, name, help, null, labels, value);
    }

    private static void add(final Map<String, Numbers> families, final String name, final String help, final Unit unit,
            final Labels labels, final double value) {
        families.computeIfAbsent(name, any -> new Numbers(help, unit, new LinkedHashMap<>())).values().merge(labels,
                value, Double::sum);
    }

    /** Adds the quantiles and the number of a distribution; the labels are those of no other one. */
    void summary(final String name, final String help, final Unit unit, final Labels labels, final long count,
            final Quantiles quantiles) {
        summaries.computeIfAbsent(name, any -> SummarySnapshot.builder().name(name).help(help).unit(unit))
                .dataPoint(SummarySnapshot.SummaryDataPointSnapshot.builder().labels(labels).count(count)
                        .quantiles(quantiles).build());
    }

    /** Adds the states of a subject: all that exist, with 1 for those that hold. */
    <E extends Enum<E>> void states(final String name, final String help, final Labels labels, final List<E> all,
            final List<E> holding) {
        final StateSetSnapshot.StateSetDataPointSnapshot.Builder point = StateSetSnapshot.StateSetDataPointSnapshot
                .builder().labels(labels);
        all.forEach(one -> point.state(one.name().toLowerCase(Locale.ROOT), holding.contains(one)));
        states.computeIfAbsent(name, any -> new States(help, new LinkedHashMap<>())).points().put(labels,
                point.build());
    }

    /** The families; one that the library refuses is left out and counted, so that the others are exported. */
    MetricSnapshots snapshots() {
        final List<MetricSnapshot> all = new ArrayList<>();
        final long refused = Stream.<Stream<Supplier<MetricSnapshot>>>of(
                counters.entrySet().stream().map(one -> () -> one.getValue().counter(one.getKey())),
                gauges.entrySet().stream().map(one -> () -> one.getValue().gauge(one.getKey())),
                summaries.values().stream().map(one -> one::build),
                states.entrySet().stream().map(one -> () -> one.getValue().family(one.getKey())))
                .flatMap(families -> families).filter(family -> !addTo(all, family)).count();
        all.add(GaugeSnapshot.builder().name("verbus_missing_families")
                .help("Metric families that cannot be exported, which is a bug in Verbus.")
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder().value(refused).build()).build());
        return new MetricSnapshots(all);
    }

    private static boolean addTo(final List<MetricSnapshot> all, final Supplier<MetricSnapshot> family) {
        try {
            return all.add(family.get());
        } catch (final RuntimeException e) {
            return false;
        }
    }
}
