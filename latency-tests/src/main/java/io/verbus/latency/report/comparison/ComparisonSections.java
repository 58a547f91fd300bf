package io.verbus.latency.report.comparison;

import static io.verbus.latency.report.comparison.Section.Part.caption;
import static io.verbus.latency.report.comparison.Section.Part.each;
import static io.verbus.latency.report.comparison.Section.Part.folded;
import static io.verbus.latency.report.comparison.Section.Part.heading;

import io.verbus.latency.report.comparison.Section.Part;
import io.verbus.latency.report.plot.Axis;
import io.verbus.latency.report.plot.Figure;
import io.verbus.latency.report.rounds.Amounts;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.report.rounds.Workload;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The sections that compare subjects: for each its workloads, caption, plots, and the metrics of its tables. */
final class ComparisonSections {
    private static final List<Metric> ROUND_TRIP = List.of(Metric.P50, Metric.P90, Metric.P99, Metric.P999,
            Metric.P9999);
    private static final List<Metric> ONE_WAY = List.of(Metric.P50, Metric.P99, Metric.P999, Metric.P9999);
    /** Metrics of the plots over payload and rate. */
    private static final List<Metric> OVER = List.of(Metric.P50, Metric.P999);

    private final Measured measured;
    private final Cells cells;
    private final SubjectPlots plots;

    private ComparisonSections(final Measured measured) {
        this.measured = measured;
        this.cells = new Cells(measured);
        this.plots = new SubjectPlots(measured);
    }

    /** The sections of a run, in order. */
    static Stream<Section> of(final Measured measured) {
        final ComparisonSections sections = new ComparisonSections(measured);
        final List<Workload> all = mains(measured, MeasuredPoint.PING_PONG, MeasuredPoint.OPEN_LOOP,
                MeasuredPoint.THROUGHPUT);
        return Stream.of(
                Section.of("At a glance", GlanceTable.of(measured).rows(), rows -> sections.glance()),
                Section.of("Round trips", mains(measured, MeasuredPoint.PING_PONG), sections::roundTrips),
                Section.of("One way, at fixed rates", mains(measured, MeasuredPoint.OPEN_LOOP), sections::oneWay),
                Section.of("Throughput", mains(measured, MeasuredPoint.THROUGHPUT), sections::throughput),
                Section.of("Throughput over the log’s capacity", capacities(measured), sections::capacity),
                Section.of("Fan-out", samePayload(measured, MeasuredPoint.FAN_OUT, one -> true, 0), sections::fanOut),
                Section.of("CPU time and memory", all, sections::cost),
                Section.of("Pauses", all, sections::pauses)).flatMap(Optional::stream);
    }

    private static List<Workload> mains(final Measured measured, final String... modes) {
        return Stream.of(modes).flatMap(mode -> measured.main(mode).stream()).toList();
    }

    /** Of one payload: that of the throughput section, or else the smallest. */
    private static List<Workload> capacities(final Measured measured) {
        return samePayload(measured, MeasuredPoint.THROUGHPUT, one -> one.capacityBytes() != null,
                measured.main(MeasuredPoint.THROUGHPUT).map(Workload::payloadBytes).orElse(0));
    }

    /** Workloads of one payload: the preferred one, or else the smallest. */
    private static List<Workload> samePayload(final Measured measured, final String mode,
            final Predicate<Workload> where, final int preferredBytes) {
        final List<Workload> all = measured.workloads(one -> one.mode().equals(mode) && where.test(one));
        final boolean isMeasured = all.stream().anyMatch(one -> one.payloadBytes() == preferredBytes);
        return all.stream().filter(one -> one.payloadBytes() == (isMeasured
                ? preferredBytes
                : all.getFirst().payloadBytes())).toList();
    }

    private Part glance() {
        return Part.of(Part.table("glance", GlanceTable.of(measured)),
                page -> page.prose(GlanceTable.legend(measured)),
                each(Measured.placements(measured.results().series()).stream()
                        .filter(one -> !one.equals(measured.placement())).toList(),
                        one -> folded("The same in the rounds with the cores " + one, Part.table("glance",
                                GlanceTable.of(new Measured(measured.results(), one))))));
    }

    private Part roundTrips(final List<Workload> mains) {
        final Workload main = mains.getFirst();
        final List<Workload> all = plain(MeasuredPoint.PING_PONG);
        return Part.of(roundTrips(main, "", "One message there and one back, " + main.payload()
                + ", one in flight. All rounds together, up to the last percentile with 1,000 of them above it; each"
                + " further nine takes the same width."),
                each(all.size() > 1 ? OVER : List.of(), metric -> Part.of(
                        heading("By payload, " + metric.title()),
                        draw(plots.latencies("Round trips by payload, " + metric.title(), "", "payload", all, metric,
                                Workload::payloadBytes, Axis.binary(all.getFirst().payloadBytes(),
                                        all.getLast().payloadBytes(), Amounts::bytes))))),
                each(all.stream().filter(one -> !one.equals(main)).toList(),
                        one -> folded("Round trips of " + one.payload() + ": percentiles",
                                roundTrips(one, ", " + one.payload(), ""))));
    }

    private Part roundTrips(final Workload workload, final String suffix, final String caption) {
        final List<Column> columns = new ArrayList<>();
        ROUND_TRIP.forEach(metric -> columns.add(new Column(metric.title(),
                subject -> cells.compared(subject, workload, metric))));
        columns.add(rounds(workload));
        return Part.of(draw(plots.percentiles(workload, "Round trips by percentile" + suffix, caption)),
                table(List.of(workload), columns));
    }

    private Part oneWay(final List<Workload> mains) {
        final Workload main = mains.getFirst();
        final List<Column> columns = new ArrayList<>();
        ONE_WAY.forEach(metric -> columns.add(new Column(metric.title(),
                subject -> metric == Metric.P50 || measured.keptUp(subject, main)
                        ? cells.comparedAtRate(subject, main, metric)
                        : Cells.NONE)));
        columns.add(new Column("messages a second", subject -> cells.median(subject, main, Metric.PER_SECOND)));
        columns.add(new Column("lost", subject -> String.format(Locale.ROOT, "%,d",
                measured.rounds(subject, main).stream().mapToLong(one -> one.counts().lost()).sum())));
        columns.add(rounds(main));
        final List<Workload> all = measured.workloads(one -> one.mode().equals(MeasuredPoint.OPEN_LOOP));
        final List<Integer> payloads = Stream.concat(Stream.of(main), all.stream()).map(Workload::payloadBytes)
                .distinct().toList();
        return Part.of(
                draw(plots.percentiles(main, "Latency by percentile at " + main.rate(), main.rate() + " of "
                        + main.payload() + " at intended send times that do not wait: latency counts from them, so it"
                        + " includes the delay of messages that are sent late.")),
                table(List.of(main), columns),
                each(payloads, payload -> byRate(all.stream().filter(one -> one.payloadBytes() == payload
                        && one.ratePerS() != null && one.isPlain()).toList())));
    }

    private Part byRate(final List<Workload> rates) {
        if (rates.size() < 2) {
            return Part.of();
        }
        final Axis axis = Axis.log(rates.getFirst().ratePerS(), rates.getLast().ratePerS(), Amounts::roundPerSecond);
        return Part.of(
                each(OVER, metric -> Part.of(
                        heading("Latency over rate, " + rates.getFirst().payload() + ", " + metric.title()),
                        draw(plots.latencies("Latency over rate, " + metric.title(), metric == Metric.P50
                                ? "A line ends where the subject lagged: from there on, latency is that of a growing"
                                        + " queue."
                                : "", "messages a second", rates, metric, Workload::ratePerS, axis)))),
                table(rates, columns(rates, Workload::rate,
                        (subject, rate) -> cells.comparedAtRate(subject, rate, Metric.P999))));
    }

    private Part throughput(final List<Workload> mains) {
        final Workload main = mains.getFirst();
        final List<Workload> all = plain(MeasuredPoint.THROUGHPUT);
        return Part.of(page -> plots.bars(main, Metric.PER_SECOND, "Throughput, " + main.payload(),
                "One publisher, one reader, " + main.payload() + " a message, at full speed; both sides sum all"
                        + " payloads, and the sums are compared. Bars are medians over rounds; the thin line is their"
                        + " 95 % interval.")
                .draw(page.markup()),
                heading("Messages a second, by payload"),
                rates(all.isEmpty() ? mains : all, Workload::payload));
    }

    private Part capacity(final List<Workload> capacities) {
        return Part.of(
                draw(plots.millions("Throughput over capacity", "Does a log larger than the caches of the cores help?"
                        + " Messages a second of " + capacities.getFirst().payload() + ", medians over rounds.",
                        "capacity of the log, ring or term", capacities, Workload::capacityBytes,
                        Axis.binary(capacities.getFirst().capacityBytes(), capacities.getLast().capacityBytes(),
                                Amounts::bytes))),
                rates(capacities, one -> Amounts.bytes(one.capacityBytes())));
    }

    private Part fanOut(final List<Workload> fans) {
        final Workload first = fans.getFirst();
        final Metric metric = Metric.PUBLISHER_CPU;
        return Part.of(caption("CPU time of the publisher’s thread for one message of " + first.payload()
                + ", by the number of readers. × is the same subject with " + readers(first)
                + ", in the same round. The readers share cores, which does not affect this figure."),
                table(fans, columns(fans, ComparisonSections::readers, (subject, one) -> cells.median(subject, one,
                        metric)
                        + (one.equals(first)
                                ? ""
                                : Ratio.of(measured.rounds(subject, one), measured.rounds(subject, first), metric)
                                        .map(Cells::remark).orElse("")))));
    }

    private Part cost(final List<Workload> mains) {
        final Workload last = mains.getLast();
        final List<Column> columns = new ArrayList<>(columns(mains, one -> one.mode() + ", " + one.payload()
                + (one.ratePerS() == null ? "" : ", " + one.rate()),
                (subject, one) -> cells.compared(subject, one, Metric.CPU)));
        columns.add(new Column("memory per stream", subject -> mains.reversed().stream()
                .map(one -> cells.compared(subject, one, Metric.MEMORY)).filter(text -> !text.equals(Cells.NONE))
                .findFirst().orElse(Cells.NONE)));
        // the maximum of all rounds: a median could hide a round with allocations
        columns.add(new Column("allocated on the heap, " + last.mode(), subject -> measured.rounds(subject, last)
                .stream().map(one -> one.cost().allocatedBytes()).filter(Objects::nonNull).max(Long::compare)
                .map(Amounts::bytes).orElse(Cells.NONE)));
        return Part.of(caption("CPU time of all processes and threads of a subject, with its driver, for a million"
                + " messages. Threads that spin cost the same at any rate: at a fixed rate, the figure is that of the"
                + " cores that they occupy."), table(mains, columns));
    }

    private Part pauses(final List<Workload> mains) {
        return Part.of(caption("Sums of all rounds: garbage collections, stops of all threads of a JVM, and the time"
                + " in which the two measured threads were ready to run and had no core."),
                each(mains, one -> Part.of(
                        heading(one.ratePerS() == null ? one.mode() : one.mode() + ", " + one.rate()),
                        table(List.of(one), List.of(
                                new Column("collections", stops(one, Pauses::gcCount, Pauses::gcMs)),
                                new Column("safepoints", stops(one, Pauses::safepointCount, Pauses::safepointMs)),
                                new Column("ready, but no core",
                                        subject -> milliseconds(sum(subject, one, Pauses::waitedMs))))))));
    }

    private UnaryOperator<String> stops(final Workload workload, final Function<Pauses, Long> count,
            final Function<Pauses, Double> ms) {
        return subject -> sum(subject, workload, count).map(value -> String.format(Locale.ROOT, "%,.0f", value)
                + (value > 0 ? "\n" + milliseconds(sum(subject, workload, ms)) : "")).orElse(Cells.NONE);
    }

    private Optional<Double> sum(final String subject, final Workload workload,
            final Function<Pauses, ? extends Number> value) {
        return measured.rounds(subject, workload).stream().map(Series::pauses).map(value).filter(Objects::nonNull)
                .map(Number::doubleValue).reduce(Double::sum);
    }

    private static String milliseconds(final Optional<Double> ms) {
        return ms.map(value -> String.format(Locale.ROOT, value < 10 ? "%.2f ms" : "%,.0f ms", value))
                .orElse(Cells.NONE);
    }

    private static String readers(final Workload workload) {
        return workload.readers() == 1 ? "1 reader" : workload.readers() + " readers";
    }

    private List<Workload> plain(final String mode) {
        return measured.workloads(one -> one.mode().equals(mode) && one.isPlain());
    }

    private static Part draw(final Figure figure) {
        return page -> figure.draw(page.markup());
    }

    private Part rates(final List<Workload> workloads, final Function<Workload, String> head) {
        return table(workloads, columns(workloads, head,
                (subject, one) -> cells.compared(subject, one, Metric.PER_SECOND)));
    }

    private static List<Column> columns(final List<Workload> workloads, final Function<Workload, String> head,
            final BiFunction<String, Workload, String> cell) {
        return workloads.stream().map(one -> new Column(head.apply(one), subject -> cell.apply(subject, one))).toList();
    }

    private Column rounds(final Workload workload) {
        return new Column("rounds", subject -> Integer.toString(measured.rounds(subject, workload).size()));
    }

    /** A table with the subjects that have one of the workloads. */
    private Part table(final List<Workload> workloads, final List<Column> columns) {
        return Part.table("", Column.table(measured.subjects(workloads::contains), columns));
    }
}
