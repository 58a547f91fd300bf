package io.verbus.tools.journal;

import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.ShutdownLatch;
import io.verbus.config.Configuration;
import io.verbus.journal.JournalReader;
import io.verbus.journal.Replay;
import io.verbus.journal.ReplayPace;
import io.verbus.journal.ReplayRange;
import io.verbus.journal.SessionReader;
import io.verbus.tools.Texts;
import io.verbus.tools.options.PublishingOptions;
import io.verbus.tools.options.RangeOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus replay}: publishes a journal on a stream. */
@Command(name = "replay", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Publishes a journal on a stream. Each recorded session becomes a new session, one after the"
                + " other.",
        footer = {"",
                "Sequences start at 0. The whole range is read and checked before anything is published. If a recorded"
                        + " session was lost, has a hole or has no recorded end, its subscribers see the new session as"
                        + " lost.",
                "Exit status: 0 if all sessions are whole and were published; 1 if anything is missing, with one line"
                        + " for each hole; 2 for wrong options."})
public final class ReplayCommand implements Callable<Integer> {
    private static final long LONGEST_REST_NS = 50_000;
    private static final int SPINS = 1_000;
    private static final Duration SHUTDOWN = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    @Option(names = "--stream", required = true, paramLabel = "NAME", description = "Stream to publish on.")
    private String stream;

    @Mixin
    private RangeOptions selection;

    @Option(names = "--allow-gaps",
            description = "Publish a journal that has holes. Each part between two holes becomes a session of its own,"
                    + " which its subscribers see as lost at its end. Default: refuse it with exit status 1.")
    private boolean allowGaps;

    @Option(names = "--rate", defaultValue = "original", paramLabel = "R",
            description = "Speed: max, original, or x20 for 20 times the original. Default: ${DEFAULT-VALUE}.")
    private ReplayPace pace;

    @Mixin
    private PublishingOptions publishing;

    @Option(names = "--core", paramLabel = "N",
            description = "Core of the publishing thread, from 0. Default: not pinned.")
    private Integer core;

    private int logBytes;
    private long messages;
    private long elapsedNs;

    private final Supplier<Configuration> configuration;

    /**
     * Creates a command.
     *
     * @param configuration supplies the settings of the bus and of the stream
     */
    public ReplayCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    /**
     * Publishes the journal.
     *
     * @return exit status
     * @throws BusException if there is no journal, or a part of it is missing or damaged
     */
    @Override
    public Integer call() {
        publishing.check();
        final ReplayRange range = selection.range();
        final PublicationSettings settings = settings();
        logBytes = settings.capacity();
        final JournalReader journal = JournalReader.open(directory);
        final List<Long> sessions = selection.sessions(journal);
        final List<String> damaged = selection.damagedFiles(journal);
        new Survey(range, damaged).of(journal, sessions).check(directory, allowGaps);
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                Bus launched = Bus.launch(configuration.get().bus())) {
            (core != null ? OptionalInt.of(core) : configuration.get().publishingCore(stream)).ifPresent(Affinity::pin);
            boolean isWhole = damaged.isEmpty();
            damaged.forEach(this::print);
            for (final long id : sessions) {
                try (SessionReader reader = journal.read(id)) {
                    range.begin(reader);
                    isWhole &= publish(launched, settings, reader, range, shutdown);
                }
            }
            if (shutdown.isRequested()) {
                print("stopped before the end of the journal");
            }
            return shutdown.isRequested() || !isWhole ? 1 : 0;
        } finally {
            printSummary();
        }
    }

    /** Publishes a session, in parts if it has holes. Returns whether it was whole. */
    private boolean publish(final Bus launched, final PublicationSettings settings, final SessionReader reader,
            final ReplayRange range, final ShutdownLatch shutdown) {
        final Holes holes = new Holes(reader, range, this::print);
        int parts = 0;
        while (!shutdown.isRequested() && holes.findMessage(reader)) {
            try (Publication publication = launched.publish(settings)) {
                if (!holes.isWhole()) {
                    publication.breakOff(); // also for subscribers that read only this part
                }
                if (parts == 0) { // for the first part only: subscribers may leave at its loss
                    publishing.await(publication, shutdown::isRequested, number -> print(
                            "waiting for " + Texts.count(number, "subscriber") + " of " + stream));
                }
                parts++;
                publish(publication, reader, range, holes, shutdown);
            }
        }
        if (!shutdown.isRequested()) {
            holes.checkEnd();
        }
        return holes.isWhole();
    }

    private void publish(final Publication publication, final SessionReader reader, final ReplayRange range,
            final Holes holes,
            final ShutdownLatch shutdown) {
        final Replay replay = new Replay(reader, publication, range, pace, Clocks.SYSTEM.monotonic(), holes);
        print("session " + Texts.hex(reader.session().id()) + " from sequence " + reader.next() + " as "
                + publication.session());
        final IdleStrategy idle = pace.equals(ReplayPace.MAX)
                ? BusySpinIdleStrategy.INSTANCE
                : new BackoffIdleStrategy(SPINS, 1, 1, LONGEST_REST_NS);
        final long beganNs = Clocks.SYSTEM.monotonic().nanoTime();
        try {
            while (!replay.isDone() && !shutdown.isRequested()) {
                idle.idle(replay.doWork());
            }
        } catch (final IllegalArgumentException e) {
            throw new BusException("a message of the journal is too long for a log of " + logBytes
                    + " bytes: use a larger --capacity", e);
        } finally {
            if (!replay.isDone()) {
                publication.breakOff();
            }
            messages += replay.messages();
            elapsedNs += Clocks.SYSTEM.monotonic().nanoTime() - beganNs;
        }
    }

    private PublicationSettings settings() {
        return publishing.settings(PublicationSettings.of(stream).withTimestamps(!pace.equals(ReplayPace.MAX)),
                configuration.get()::publication).withPublisher("replay").withPushesOnCommit(false);
    }

    private void print(final String message) {
        spec.commandLine().getErr().println("replay: " + message);
        spec.commandLine().getErr().flush();
    }

    private void printSummary() {
        final double seconds = elapsedNs / (double) TimeUnit.SECONDS.toNanos(1);
        spec.commandLine().getOut().println("replay: " + Texts.count(messages, "message") + " in "
                + String.format(Locale.ROOT, "%.3f s, %,.0f/s", seconds, seconds == 0 ? 0 : messages / seconds));
        spec.commandLine().getOut().flush();
    }
}
