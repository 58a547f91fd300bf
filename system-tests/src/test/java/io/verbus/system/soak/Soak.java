package io.verbus.system.soak;

import io.verbus.BusException;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKind;
import io.verbus.tools.options.Converters;
import io.verbus.tools.options.Usage;
import io.verbus.system.soak.Samples.Unit;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.agrona.IoUtil;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Runs all roles for hours, restarts each in turn, and samples their resources. Exit status 1: a resource grows, the
 * rate falls, or a role does not work.
 */
@Command(name = "soak", mixinStandardHelpOptions = true, description = "Runs a feed with snapshots, recorders with"
        + " retention, books and late joiners for hours; restarts each every minute, half the time by kill -9. Writes"
        + " soak.csv and soak.html. Exit status: 0 success, 1 a resource grows or the rate falls from the first quarter"
        + " to the last, or a command fails repeatedly; 2 wrong usage.")
final class Soak implements Callable<Integer> {
    private static final long SAMPLE_NS = 5_000_000_000L;
    private static final long STEP_MS = 500;
    /** Warm-up, then quarters of 30 s. */
    private static final Duration SHORTEST = Duration.ofSeconds((long) Samples.WARM_UP_SECONDS).plusMinutes(2);

    @Option(names = "--launcher", required = true, hidden = true)
    private Path launcher;

    @Option(names = "--duration", defaultValue = "12h", paramLabel = "TIME",
            description = "How long, as 30m or 12h. Default: ${DEFAULT-VALUE}.")
    private Duration duration;

    @Option(names = "--dir", defaultValue = "target/soak", paramLabel = "DIR",
            description = "For the journals, the logs of the processes, soak.csv and soak.html. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Path directory;

    @Option(names = "--restart", defaultValue = "60s", paramLabel = "TIME",
            description = "From one restart of a role to the next, such as 60 (seconds) or 2m. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration restart;

    @Spec
    private CommandSpec spec;

    private final Samples samples = new Samples();
    private Path bus;
    private long published;
    private long sampledNs;

    static void main(final String... arguments) {
        final CommandLine line = new CommandLine(new Soak());
        Converters.register(line);
        System.exit(line.execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Usage.require(spec, duration.compareTo(SHORTEST) >= 0, "--duration", duration,
                "give " + SHORTEST.toMinutes() + "m or more, the first two minutes are not judged");
        Files.createDirectories(directory);
        bus = Path.of("/dev/shm/verbus-soak-" + ProcessHandle.current().pid());
        final Path session = directory.resolve("20191230.itch.gz").toAbsolutePath();
        final int generated = new ProcessBuilder(launcher.toString(), "generate", "--seed", "1", "--messages", "500000",
                "--out", session.toString()).inheritIO().start().waitFor();
        if (generated != 0) {
            System.err.println("soak: cannot generate " + session);
            return 1;
        }
        final List<SoakProcess> actors = Arrays.stream(Role.values())
                .map(role -> new SoakProcess(role, launcher, directory.toAbsolutePath(), bus, session,
                        System::nanoTime))
                .toList();
        try (PrintStream csv = new PrintStream(directory.resolve("soak.csv").toFile())) {
            run(actors, duration.toNanos(), csv);
        } finally {
            for (final SoakProcess actor : actors) {
                actor.end();
            }
            IoUtil.delete(bus.toFile(), true);
        }
        return judge(actors);
    }

    private void run(final List<SoakProcess> actors, final long lengthNs, final PrintStream csv) {
        final long beginNs = System.nanoTime();
        final List<SoakProcess> restarted = actors.stream().filter(actor -> actor.role().isRestarted()).toList();
        final long stepNs = restart.toNanos() / restarted.size();
        long turns = 1;
        sampledNs = beginNs;
        for (long nowNs = beginNs; nowNs - beginNs < lengthNs; nowNs = System.nanoTime()) {
            if (nowNs - beginNs > turns * stepNs) {
                restarted.get((int) (turns % restarted.size())).end();
                turns++;
            }
            actors.forEach(SoakProcess::keepAlive);
            if (nowNs - sampledNs > SAMPLE_NS) {
                sample(actors, (nowNs - beginNs) / 1e9, (nowNs - sampledNs) / 1e9);
                sampledNs = nowNs;
                if (samples.points("rate").size() == 1) {
                    csv.println(samples.csvHeader());
                }
                csv.println(samples.csvLine());
                csv.flush();
            }
            if (!failures(actors).isEmpty()) {
                return;
            }
            actors.getFirst().awaitEnd(STEP_MS);
        }
    }

    private void sample(final List<SoakProcess> actors, final double seconds, final double sinceSeconds) {
        samples.begin(seconds);
        final long now = published();
        samples.add("rate", Unit.RATE, now < published ? now / sinceSeconds : (now - published) / sinceSeconds);
        published = now;
        for (final SoakProcess actor : actors) {
            samples.add("rss " + actor.role().label(), Unit.BYTES, actor.residentBytes());
            samples.add("fds " + actor.role().label(), Unit.COUNT, actor.descriptors());
        }
        sampleDirectory("bus", bus);
        for (final Role role : List.of(Role.RECORDER, Role.STEADY_RECORDER)) {
            sampleDirectory("journal-" + role.label(), role.journal(directory));
        }
    }

    private void sampleDirectory(final String name, final Path of) {
        long files = 0;
        long bytes = 0;
        try (Stream<Path> walk = Files.exists(of) ? Files.walk(of) : Stream.empty()) {
            for (final Path file : (Iterable<Path>) walk::iterator) {
                files++;
                bytes += Files.isRegularFile(file) ? file.toFile().length() : 0;
            }
        } catch (final IOException | UncheckedIOException e) {
            assert e != null : "a file was removed: the sample is the count so far";
        }
        samples.add("files " + name, Unit.COUNT, files);
        samples.add("bytes " + name, Unit.BYTES, bytes);
    }

    /** Messages published by the running feed. */
    private long published() {
        long messages = 0;
        try {
            final BusDirectory here = BusDirectory.open(bus);
            for (final long process : here.processes()) {
                messages += BusCounters.read(here.counters(process)).stream()
                        .filter(value -> value.kind() == CounterKind.PUBLICATION_MESSAGES
                                && value.key().stream().equals(Role.STREAM) && here.isAlive(process))
                        .mapToLong(value -> value.value()).sum();
            }
        } catch (final BusException e) {
            return messages; // a process has just ended
        }
        return messages;
    }

    private static List<String> failures(final List<SoakProcess> actors) {
        return actors.stream().map(SoakProcess::failure).filter(Objects::nonNull).toList();
    }

    private int judge(final List<SoakProcess> actors) throws IOException {
        final List<String> failures = failures(actors);
        final List<String> problems = failures.isEmpty() ? samples.problems() : failures;
        final String subtitle = String.format(Locale.ROOT, "%,.0f s; starts: %s", samples.seconds(),
                String.join(", ",
                        actors.stream().map(actor -> actor.role().label() + " " + actor.restarts()).toList()));
        final Path page = directory.resolve("soak.html");
        Files.writeString(page, SoakPage.of(samples, subtitle, problems));
        System.out.println("soak: " + subtitle + "; see " + page);
        problems.forEach(line -> System.err.println("soak: " + line));
        return problems.isEmpty() ? 0 : 1;
    }
}
