package io.verbus.tools.journal;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.journal.JournalReader;
import io.verbus.journal.SessionReader;
import io.verbus.journal.replay.Pace;
import io.verbus.journal.replay.Range;
import io.verbus.journal.replay.Replay;
import io.verbus.log.LogLayout;
import io.verbus.os.Affinity;
import io.verbus.time.Clocks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus replay}: a journal back on a stream. */
@Command(name = "replay", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Publishes a journal anew, each of its sessions as a session of its own, one after the other.",
        footer = {"",
                "Sequences begin with 0 again. Exit status: 0 when all was published and nothing is missing in the"
                        + " journal; else 1."})
public final class ReplayCommand implements Callable<Integer> {
    private static final long LONGEST_REST_NS = 50_000;
    private static final int SPINS = 1_000;
    private static final Duration LOOK_AROUND = Duration.ofMillis(100);

    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    @Option(names = "--stream", required = true, paramLabel = "NAME", description = "Stream to publish on.")
    private String stream;

    @Option(names = "--session", paramLabel = "ID", description = "This session alone. Default: all, by their start.")
    private String session;

    @Option(names = "--from", paramLabel = "SEQ|TIME", description = "First sequence, or time of reception in UTC, as"
            + " 2026-01-31T09:30:00Z. Default: the oldest.")
    private String from;

    @Option(names = "--to", paramLabel = "SEQ|TIME",
            description = "Last sequence, or time of reception. Default: the newest.")
    private String to;

    @Option(names = "--rate", defaultValue = "original", paramLabel = "R",
            description = "How fast: max, original, or x20 for 20 times as fast. Default: ${DEFAULT-VALUE}.")
    private String rate;

    @Option(names = "--await-subscribers", defaultValue = "0", paramLabel = "N",
            description = "Begin each session when N subscribers are there. Default: 0.")
    private int awaited;

    @Option(names = "--capacity", defaultValue = "64M", paramLabel = "BYTES",
            description = "Size of the log, a power of two; a message is at most a quarter. Default: ${DEFAULT-VALUE}.")
    private String capacity;

    @Option(names = "--listen", paramLabel = "ADDRESS", description = "Where subscribers on other hosts connect to:"
            + " rdma://0.0.0.0:7471. Those on this host need none.")
    private List<String> listens = List.of();

    @Option(names = "--connect", paramLabel = "ADDRESS", description = "Where a subscriber on another host listens:"
            + " rdma://HOST:7471.")
    private List<String> connects = List.of();

    @Option(names = "--core", paramLabel = "N", description = "Core to pin the publishing thread to, from 0.")
    private Integer core;

    private long messages;
    private long elapsedNs;

    private final Supplier<BusSettings> bus;

    /** On the bus in its usual place. */
    public ReplayCommand() {
        this(BusSettings::defaults);
    }

    /**
     * On another bus.
     *
     * @param bus its settings
     */
    public ReplayCommand(final Supplier<BusSettings> bus) {
        this.bus = bus;
    }

    /**
     * Publishes it.
     *
     * @return exit status
     * @throws BusException if an option is wrong, there is no journal, or it is damaged
     */
    @Override
    public Integer call() {
        if (awaited < 0) {
            throw new BusException("--await-subscribers " + awaited + ": give 0 or more");
        }
        final Range range = new Range(Amounts.point("--from", from), Amounts.point("--to", to));
        final Pace pace = Amounts.pace(rate);
        final PublicationSettings settings = settings(pace);
        final JournalReader journal = JournalReader.open(directory);
        final List<Long> sessions = session == null ? CatCommand.ids(journal) : List.of(Amounts.session(session));
        final Losses losses = new Losses(spec.commandLine().getErr());
        try (Interrupt interrupt = new Interrupt(); Bus launched = Bus.launch(bus.get())) {
            if (core != null) {
                Affinity.pin(core);
            }
            for (final long id : sessions) {
                try (SessionReader reader = journal.read(id)) {
                    range.begin(reader);
                    play(launched, settings, reader, range, pace, losses, interrupt);
                }
            }
            return interrupt.isRequested() || losses.count() > 0 ? 1 : 0;
        } finally {
            summarise();
        }
    }

    private PublicationSettings settings(final Pace pace) {
        final long bytes = Amounts.bytes("--capacity", capacity);
        if (bytes > LogLayout.MAX_CAPACITY) {
            throw new BusException("--capacity " + capacity + ": it must be 1G or less");
        }
        return PublicationSettings.of(stream).withPublisher("replay").withCapacity((int) bytes)
                .withTimestamps(!pace.equals(Pace.MAX)).withPushesOnCommit(false)
                .withEndpoints(Endpoint.of(listens, connects));
    }

    private void play(final Bus launched, final PublicationSettings settings, final SessionReader reader,
            final Range range, final Pace pace, final Losses losses, final Interrupt interrupt) {
        try (Publication publication = launched.publish(settings)) {
            await(publication, interrupt);
            final Replay replay = new Replay(reader, publication, range, pace, Clocks.SYSTEM.monotonic(), losses);
            spec.commandLine().getErr().println("replay: session "
                    + HexFormat.of().toHexDigits(reader.session().id()) + " from sequence " + reader.next()
                    + " as " + publication.session());
            final IdleStrategy idle = pace.equals(Pace.MAX)
                    ? BusySpinIdleStrategy.INSTANCE
                    : new BackoffIdleStrategy(SPINS, 1, 1, LONGEST_REST_NS);
            final long beganNs = Clocks.SYSTEM.monotonic().nanoTime();
            try {
                while (!replay.isDone() && !interrupt.isRequested()) {
                    idle.idle(replay.turn());
                }
            } finally {
                messages += replay.messages();
                elapsedNs += Clocks.SYSTEM.monotonic().nanoTime() - beganNs;
            }
        } catch (final IllegalArgumentException e) {
            throw new BusException("a message of the journal is longer than a log of " + capacity
                    + " can carry: give a larger --capacity", e);
        }
    }

    private void await(final Publication publication, final Interrupt interrupt) {
        if (!publication.awaitSubscribers(awaited, LOOK_AROUND)) {
            spec.commandLine().getErr().println("replay: waiting for " + Amounts.count(awaited, "subscriber") + " of "
                    + stream);
            while (!interrupt.isRequested() && !publication.awaitSubscribers(awaited, LOOK_AROUND)) {
                Thread.onSpinWait();
            }
        }
    }

    private void summarise() {
        final double seconds = elapsedNs / (double) TimeUnit.SECONDS.toNanos(1);
        spec.commandLine().getOut().println("replay: " + Amounts.count(messages, "message") + " in "
                + String.format(Locale.ROOT, "%.3f s, %,.0f a second", seconds, seconds == 0 ? 0 : messages / seconds));
        spec.commandLine().getOut().flush();
    }
}
