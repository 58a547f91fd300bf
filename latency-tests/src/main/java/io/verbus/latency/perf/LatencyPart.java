package io.verbus.latency.perf;

import io.verbus.latency.jobs.Message;
import io.verbus.latency.report.LatencySeries;
import io.verbus.latency.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.nio.file.Path;
import java.util.function.ToDoubleFunction;

/** Latency one way of the bus, beside what has no bus, and beside a bus whose conductors hardly ever run. */
public final class LatencyPart {
    private static final String BUS = "bus";
    private static final String QUIET_BUS = "quiet";
    private static final String C = "C";
    private static final String WRITE_LAT = "ib_write_lat";
    private static final long USUAL_MS = 20;
    private static final long QUIET_MS = 1_000;

    private final Setup setup;
    private final List<String> sentences = new ArrayList<>();

    /**
     * A part of a measurement.
     *
     * @param setup what is measured, and on what
     */
    public LatencyPart(final Setup setup) {
        this.setup = setup;
    }

    /**
     * Measures.
     *
     * @return what was found
     * @throws io.verbus.BusException if something does not work, with the reason
     */
    public Findings run() {
        try (BusPing bus = BusPing.start(setup, 0, "latency", USUAL_MS);
                BusPing quiet = BusPing.start(setup, 1, "latency-quiet", QUIET_MS)) {
            sentences.add(String.format(Locale.ROOT,
                    "one way is round trip / 2; %,d round trips each time, after %,d (the first time %,d) to warm up;"
                            + " quiet is a bus whose conductors run every %,d ms, not %d",
                    setup.messages(), Setup.REWARM, Setup.WARM_UP, QUIET_MS, USUAL_MS));
            final List<Contender<OneWay>> contenders = new ArrayList<>(
                    List.of(new Contender<>(BUS, bus::measure), new Contender<>(QUIET_BUS, quiet::measure)));
            if (setup.route() instanceof final Route.Rdma rdma) {
                addForeigners(contenders, new Foreigners(setup, rdma));
            }
            final Rounds<OneWay> rounds = Rounds.of(contenders, setup.rounds());
            sentences.add(bus.allocations().sentence("in a measurement"));
            return new Findings(List.of(figures(rounds), ratios(rounds)), sentences,
                    List.of(new LatencySeries("bus, one way", bus.all(), List.of(), 0),
                            new LatencySeries("with quiet conductors", quiet.all(), List.of(), 0)));
        }
    }

    private void addForeigners(final List<Contender<OneWay>> contenders, final Foreigners foreigners) {
        final Optional<Path> program = foreigners.program();
        program.ifPresentOrElse(path -> contenders.add(new Contender<>(C, () -> foreigners.ping(path, Message.LENGTH))),
                () -> sentences.add("not compared with C: native/perf was not built"));
        if (foreigners.hasWriteLat()) {
            contenders.add(new Contender<>(WRITE_LAT, () -> foreigners.writeLat(Message.LENGTH)));
        } else {
            sentences.add("not compared with ib_write_lat, which is not installed: sudo apt-get install perftest");
        }
    }

    private static Report.Table figures(final Rounds<OneWay> rounds) {
        final List<String> columns = new ArrayList<>(List.of("round"));
        rounds.names().forEach(name -> columns.addAll(List.of(name + " p50", "p99", "p99.9")));
        return new Report.Table("Latency one way, 64 bytes, µs", columns,
                rounds.rows(List.of(OneWay::p50, OneWay::p99, OneWay::p999), OneWay::micros));
    }

    private static Report.Table ratios(final Rounds<OneWay> rounds) {
        final List<List<String>> rows = new ArrayList<>();
        for (final String base : List.of(C, WRITE_LAT, QUIET_BUS)) {
            if (rounds.has(base)) {
                rows.add(ratio(rounds, BUS, base));
            }
        }
        if (rounds.has(C)) {
            rows.add(ratio(rounds, QUIET_BUS, C));
        }
        return new Report.Table(
                "Ratios of the same round, median of " + rounds.results().size() + " (least to most)",
                List.of("", "p50", "p99", "p99.9"), rows);
    }

    private static List<String> ratio(final Rounds<OneWay> rounds, final String name, final String base) {
        final List<String> row = new ArrayList<>(List.of(name + " / " + base));
        for (final ToDoubleFunction<OneWay> figure : List.<ToDoubleFunction<OneWay>>of(OneWay::p50, OneWay::p99,
                OneWay::p999)) {
            row.add(rounds.ratio(name, base, figure).ratio());
        }
        return row;
    }
}
