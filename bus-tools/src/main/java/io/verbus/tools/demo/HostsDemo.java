package io.verbus.tools.demo;

import io.verbus.BusException;
import io.verbus.latency.compare.Comparison;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.compare.Task;
import io.verbus.latency.control.FarHost;
import io.verbus.latency.report.Machine;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Series;
import io.verbus.latency.serve.ServerSettings;
import io.verbus.latency.worker.ChildProcess;
import io.verbus.tools.host.HostsRun;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * One side of a demo between two hosts. They have no common clock, so latency is measured as round trips, on the
 * client. Then the server plays the session at full speed into the order books of the client.
 *
 * @param hosts the connection of the two
 * @param workspace to run in
 * @param command of the processes, up to the arguments of Verbus
 */
record HostsDemo(HostsRun hosts, Workspace workspace, List<String> command) {
    private static final String RUN = "full";
    private static final String ROUND_TRIP = "Latency is the time from the publication of a message to the arrival of"
            + " the answer, which the other host publishes when it has read the message.";
    private static final int BYTES = 64;
    private static final int ROUNDS = 10;
    private static final int ROUND_MS = 1_000;
    private static final int MAX_ROUND_TRIPS = 1_000_000;
    private static final int WARM_UP_STEPS = 20;

    /** Serves one client: answers its round trips, and plays the session when it asks for it. */
    void serve(final DemoSessions sessions, final int loops) {
        hosts.serve(workspace.busDirectory(), Optional.of(new Player(sessions, loops)));
    }

    /** Measures against the server. {@code progress} is called while the session is played. */
    DemoReport measure(final String server, final long maxSeconds, final LongConsumer progress) {
        try (FarHost far = hosts.connect(server)) {
            final List<Integer> cores = hosts.cores(far);
            final boolean isPinned = !cores.isEmpty();
            final String pinned = isPinned
                    ? "pinned to core " + cores.getFirst() + " here and " + cores.getLast() + " there"
                    : "not pinned";
            final String name = far.address() + " over " + hosts.scheme().toUpperCase(Locale.ROOT);
            print("1/2  latency: round trips of %d bytes to %s, %d s after warm-up, %s", BYTES, name,
                    ROUNDS * ROUND_MS / 1_000, pinned);
            final Path latencies = workspace.file("round-trips.hlog");
            write(roundTrips(far, cores), latencies);
            final String session = far.feed(isPinned);
            print("2/2  throughput: %s at full speed, the first time is warm-up", session);
            final DemoConnection meeting = meeting(far.address());
            final ChildProcess books = DemoRun.startBooks(RUN, meeting, workspace, command,
                    cores.stream().findFirst());
            try {
                DemoRun.await(List.of(books), maxSeconds, "the session " + meeting.text() + " did not end within "
                        + maxSeconds + " s: permit this port at the server, or repeat on less busy machines",
                        progress.andThen(_ -> far.feed(isPinned)));
            } catch (final BusException e) {
                if (books.hasFailed()) {
                    far.feed(isPinned); // throws if the cause is on the server
                }
                throw e;
            }
            final BookSummary full = BookSummary.read(workspace.file(RUN + ".summary"), latencies);
            far.complete();
            return new DemoReport(String.format(Locale.ROOT, "Round trips of %d bytes between %s and %s: two"
                    + " hosts have no common clock. Throughput is of %s, from the feed handler there to the order books"
                    + " here", BYTES, far.own(), name, session), "round trip", ROUND_TRIP, 0, pinned, Optional.empty(),
                    HostsRun.machines(new Machine(Path.of("/")).describe(), far), full, full);
        }
    }

    private List<Series> roundTrips(final FarHost far, final List<Integer> cores) {
        final Comparison comparison = new Comparison(new ComparisonPlan(workspace.busDirectory(), cores, ROUNDS,
                MAX_ROUND_TRIPS, ROUND_MS, WARM_UP_STEPS, hosts.addresses(far), Optional.of(far)), _ -> {});
        comparison.run(hosts.subjects(), Task.of(MeasuredPoint.PING_PONG, BYTES));
        if (!comparison.skipped().isEmpty()) {
            throw new BusException("no round trips, which need open ports " + far.own() + ":" + hosts.port() + " and "
                    + far.address() + ":" + (hosts.port() + 1) + ": " + comparison.skipped().getFirst().why());
        }
        return comparison.series();
    }

    /** Writes the rounds as intervals of a latency log. */
    private static void write(final List<Series> rounds, final Path file) {
        try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
            final HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputComment("[Round-trip times in nanoseconds]");
            log.outputLogFormatVersion();
            log.outputLegend();
            for (int round = 0; round < rounds.size(); round++) {
                final Histogram latencies = Histograms.parse(rounds.get(round).latency().histogram());
                log.outputIntervalHistogram(round, round + 1, latencies, 1e6);
            }
        } catch (final IOException e) {
            throw new BusException("cannot write the latency log " + file + ": " + e.getMessage(), e);
        }
    }

    /** The server listens where it has published its answers to round trips: that port is permitted. */
    private DemoConnection meeting(final String server) {
        return DemoConnection.at(hosts.scheme(), server, hosts.port() + 1);
    }

    private void print(final String format, final Object... values) {
        hosts.printer().accept(String.format(Locale.ROOT, format, values));
    }

    /** The feed handler of the server; for one thread. */
    private final class Player implements ServerSettings.PlayedFeed {
        private final DemoSessions sessions;
        private final int loops;
        private ChildProcess feed;

        Player(final DemoSessions sessions, final int loops) {
            this.sessions = sessions;
            this.loops = loops;
        }

        @Override
        public String play(final String address, final Optional<Integer> core) {
            final String session = String.format(Locale.ROOT, "%d times %,d messages of %s", loops,
                    sessions.full().messages(), sessions.name());
            if (feed == null) {
                final DemoConnection meeting = meeting(address);
                print("  plays %s, %s", session, meeting.text());
                feed = new DemoRun(RUN, sessions.full(), DemoRun.FULL_SPEED, loops, meeting).startFeed(workspace,
                        command, core, core);
            }
            if (feed.hasFailed()) {
                throw new BusException("on the server " + feed.failureMessage());
            }
            return session;
        }
    }
}
