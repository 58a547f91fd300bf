package io.verbus.latency.perf;

import io.verbus.latency.jobs.Message;
import io.verbus.latency.jobs.Words;
import io.verbus.latency.report.Report;
import io.verbus.latency.worker.Line;
import io.verbus.latency.worker.Team;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Rates one way: a push for each message, pushes of 16 KiB; and the writes that they stand for, without a bus. */
public final class RatePart {
    private static final String SINGLE = "bus, each pushed";
    private static final String BATCHED = "bus, 16 KiB";
    private static final String C_SMALL = "C, 64 B";
    private static final String C_LARGE = "C, 16 KiB";
    private static final int LARGE = 16 << 10;
    /** Messages whose frames fill a push of 16 KiB. */
    private static final int BATCH = LARGE / Message.FRAME_LENGTH;
    /** A second or so of a software device. */
    private static final int SMALL_COUNT = 50_000;
    private static final int LARGE_COUNT = 4_000;

    private final Setup setup;
    private final List<String> sentences = new ArrayList<>();
    private Allocations allocations = new Allocations();

    /**
     * A part of a measurement.
     *
     * @param setup what is measured, and on what
     */
    public RatePart(final Setup setup) {
        this.setup = setup;
    }

    /**
     * Measures.
     *
     * @return what was found
     * @throws io.verbus.BusException if something does not work, with the reason
     */
    public Findings run() {
        final Line source = setup.route().first(setup.pinned(Line.of(Words.SOURCE), 0), 2);
        final Line sink = setup.route().second(setup.pinned(Line.of(Words.SINK), 1), 2);
        try (Team team = Crew.start(setup.directory(), "rate", List.of(source, sink))) {
            team.ask(Line.of(Words.AWAIT), Line.of(Words.AWAIT));
            final List<Contender<Throughput>> contenders = new ArrayList<>(List.of(
                    new Contender<>(SINGLE, () -> bus(team, "perf.single", 1)),
                    new Contender<>(BATCHED, () -> bus(team, "perf.batched", BATCH))));
            contenders.forEach(contender -> contender.measure().get()); // for the JVMs to compile
            allocations = new Allocations();
            if (setup.route() instanceof final Route.Rdma rdma) {
                addForeigners(contenders, new Foreigners(setup, rdma));
            }
            final Rounds<Throughput> rounds = Rounds.of(contenders, setup.rounds());
            sentences.add(String.format(Locale.ROOT,
                    "messages of %d bytes, which are frames of %d; %d of them a push of 16 KiB; bytes count frames",
                    Message.LENGTH, Message.FRAME_LENGTH, BATCH));
            sentences.add(allocations.sentence("in a measurement"));
            final List<Report.Table> tables = new ArrayList<>(List.of(figures(rounds)));
            if (rounds.has(C_SMALL)) {
                tables.add(ratios(rounds));
            }
            return new Findings(tables, sentences, List.of());
        }
    }

    private Throughput bus(final Team team, final String stream, final int batch) {
        return team.awake(() -> {
            final List<Line> answers = team.ask(
                    Line.of(Words.PUBLISH).with(Words.STREAM, stream).with(Words.BATCH, batch)
                            .with(Words.MS, setup.rateMs()),
                    Line.of(Words.RECEIVE).with(Words.STREAM, stream));
            allocations.add(answers);
            return Throughput.ofBus(answers.getLast().number(Words.COUNT), answers.getLast().number(Words.NS));
        });
    }

    private void addForeigners(final List<Contender<Throughput>> contenders, final Foreigners foreigners) {
        final Optional<Path> program = foreigners.program();
        program.ifPresentOrElse(path -> {
            contenders.add(new Contender<>(C_SMALL, () -> foreigners.rate(path, SMALL_COUNT, Message.LENGTH)));
            contenders.add(new Contender<>(C_LARGE, () -> foreigners.rate(path, LARGE_COUNT, LARGE)));
        }, () -> sentences.add("not compared with C: native/perf was not built"));
    }

    private static Report.Table figures(final Rounds<Throughput> rounds) {
        final List<String> columns = new ArrayList<>(List.of("round"));
        rounds.names().forEach(name -> columns.addAll(List.of(name + ", thousand/s", "MB/s")));
        return new Report.Table("One way, as fast as it goes", columns,
                rounds.rows(List.of(rate -> rate.messages() / 1e3, rate -> rate.bytes() / 1e6),
                        figure -> String.format(Locale.ROOT, "%,.1f", figure)));
    }

    private static Report.Table ratios(final Rounds<Throughput> rounds) {
        return new Report.Table(
                "Ratios of the same round, median of " + rounds.results().size() + " (least to most)",
                List.of("", "ratio"), List.of(
                        List.of("bytes/s: " + BATCHED + " / " + C_LARGE,
                                rounds.ratio(BATCHED, C_LARGE, Throughput::bytes).ratio()),
                        List.of("messages/s: " + BATCHED + " / " + C_SMALL,
                                rounds.ratio(BATCHED, C_SMALL, Throughput::messages).ratio()),
                        List.of("messages/s: " + SINGLE + " / " + C_SMALL,
                                rounds.ratio(SINGLE, C_SMALL, Throughput::messages).ratio())));
    }
}
