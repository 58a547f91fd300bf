package io.verbus.tools.stat;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Metrics under construction: the families with their values so far. Negative numbers are unknown, and left out. */
final class MetricFamilies {
    private final Map<String, CounterSnapshot.Builder> counters = new TreeMap<>();
    private final Map<String, GaugeSnapshot.Builder> gauges = new TreeMap<>();
    private final Map<String, StateSetSnapshot.Builder> states = new TreeMap<>();

    /** Adds a value of a counter; its name is without the suffix _total. */
    void counter(final String name, final String help, final Unit unit, final Labels labels, final double value) {
        if (value >= 0) {
            counters.computeIfAbsent(name, any -> CounterSnapshot.builder().name(name).help(help).unit(unit))
                    .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder().labels(labels).value(value).build());
        }
    }

    /** Adds a value of a gauge. */
    void gauge(final String name, final String help, final Unit unit, final Labels labels, final double value) {
        if (value >= 0) {
            add(name, help, unit, labels, value);
        }
    }

    /** Adds a value of a gauge that may be negative. */
    void signedGauge(final String name, final String help, final Labels labels, final double value) {
        add(name, help, null, labels, value);
    }

    private void add(final String name, final String help, final Unit unit, final Labels labels, final double value) {
        gauges.computeIfAbsent(name, any -> GaugeSnapshot.builder().name(name).help(help).unit(unit))
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
    }

    /** Adds the states of a subject: all that exist, with 1 for those that hold. */
    <E extends Enum<E>> void states(final String name, final String help, final Labels labels, final List<E> all,
            final List<E> holding) {
        final StateSetSnapshot.StateSetDataPointSnapshot.Builder point = StateSetSnapshot.StateSetDataPointSnapshot
                .builder().labels(labels);
        all.forEach(one -> point.state(one.name().toLowerCase(Locale.ROOT), holding.contains(one)));
        states.computeIfAbsent(name, any -> StateSetSnapshot.builder().name(name).help(help)).dataPoint(point.build());
    }

    MetricSnapshots snapshots() {
        final List<MetricSnapshot> all = new ArrayList<>();
        counters.values().forEach(one -> all.add(one.build()));
        gauges.values().forEach(one -> all.add(one.build()));
        states.values().forEach(one -> all.add(one.build()));
        return new MetricSnapshots(all);
    }
}
