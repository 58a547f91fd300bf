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
import io.verbus.sample.publisher.options.ByteSize;
import io.verbus.sample.publisher.options.Usage;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus replay}: a journal back on a stream. */
@Command(name = "replay", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Publishes a journal again, each of its sessions as a session of its own, one after the other.",
        footer = {"",
                "Sequences begin with 0 again. The journal is read once before anything is published. A published"
                        + " session ends as the recorded one did: it is lost where that was lost, has a hole, or is"
                        + " not recorded to its end.",
                "Exit status: 0 when all sessions were published, and are whole; 1 when anything is missing, with one"
                        + " sentence for each hole; 2 for wrong options."})
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

    @Mixin
    private RangeOptions wanted;

    @Option(names = "--allow-gaps",
            description = "Publish a journal that has holes: each part of such a session becomes a"
                    + " session of its own, which its readers see lost at its end. Default: refuse it, exit status 1.")
    private boolean allowGaps;

    @Option(names = "--rate", defaultValue = "original", paramLabel = "R",
            description = "How fast: max, original, or x20 for 20 times as fast. Default: ${DEFAULT-VALUE}.")
    private Pace pace;

    @Option(names = "--await-subscribers", defaultValue = "0", paramLabel = "N",
            description = "Begin each session when N subscribers are there. Default: 0.")
    private int awaited;

    @Option(names = "--capacity", defaultValue = "64M", paramLabel = "BYTES",
            description = "Size of the log, a power of two; a message is at most a quarter. Default: ${DEFAULT-VALUE}.")
    private ByteSize capacity;

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
     * @throws BusException if there is no journal, or a part of it is missing or damaged
     */
    @Override
    public Integer call() {
        Usage.require(spec, awaited >= 0, "--await-subscribers", awaited, "give 0 or more");
        Usage.require(spec, capacity.bytes() <= LogLayout.MAX_CAPACITY, "--capacity", capacity.bytes(),
                "give 1G or less");
        final Range range = wanted.range();
        Usage.of(spec, this::settings);
        final JournalReader journal = JournalReader.open(directory);
        final List<Long> sessions = wanted.sessions(journal);
        new Survey(range).of(journal, sessions).check(directory, allowGaps);
        try (Interrupt interrupt = new Interrupt(); Bus launched = Bus.launch(bus.get())) {
            if (core != null) {
                Affinity.pin(core);
            }
            boolean isWhole = true;
            for (final long id : sessions) {
                try (SessionReader reader = journal.read(id)) {
                    range.begin(reader);
                    isWhole &= play(launched, reader, range, interrupt);
                }
            }
            if (interrupt.isRequested()) {
                say("stopped before the end of the journal");
            }
            return interrupt.isRequested() || !isWhole ? 1 : 0;
        } finally {
            summarise();
        }
    }

    /** Publishes a session, in as many parts as its holes make of it; returns whether it was whole. */
    private boolean play(final Bus launched, final SessionReader reader, final Range range,
            final Interrupt interrupt) {
        final Holes holes = new Holes(reader, range, this::say);
        int parts = 0;
        while (!interrupt.isRequested() && holes.findMessage(reader)) {
            try (Publication publication = launched.publish(settings())) {
                if (!holes.isWhole()) {
                    publication.breakOff(); // a reader of this part alone has to see it too
                }
                if (parts == 0) {
                    await(publication, interrupt); // its readers may leave when it is lost, and not come back
                }
                parts++;
                play(publication, reader, range, holes, interrupt);
            }
        }
        if (!interrupt.isRequested()) {
            holes.checkEnd();
        }
        return holes.isWhole();
    }

    private void play(final Publication publication, final SessionReader reader, final Range range, final Holes holes,
            final Interrupt interrupt) {
        final Replay replay = new Replay(reader, publication, range, pace, Clocks.SYSTEM.monotonic(), holes);
        say("session " + HexFormat.of().toHexDigits(reader.session().id()) + " from sequence " + reader.next() + " as "
                + publication.session());
        final IdleStrategy idle = pace.equals(Pace.MAX)
                ? BusySpinIdleStrategy.INSTANCE
                : new BackoffIdleStrategy(SPINS, 1, 1, LONGEST_REST_NS);
        final long beganNs = Clocks.SYSTEM.monotonic().nanoTime();
        try {
            while (!replay.isDone() && !interrupt.isRequested()) {
                idle.idle(replay.turn());
            }
        } catch (final IllegalArgumentException e) {
            throw new BusException("a message of the journal is longer than a log of " + capacity.bytes()
                    + " bytes can carry: give a larger --capacity", e);
        } finally {
            if (!replay.isDone()) {
                publication.breakOff();
            }
            messages += replay.messages();
            elapsedNs += Clocks.SYSTEM.monotonic().nanoTime() - beganNs;
        }
    }

    private PublicationSettings settings() {
        return PublicationSettings.of(stream).withPublisher("replay").withCapacity((int) capacity.bytes())
                .withTimestamps(!pace.equals(Pace.MAX)).withPushesOnCommit(false)
                .withEndpoints(Endpoint.of(listens, connects));
    }

    private void say(final String what) {
        spec.commandLine().getErr().println("replay: " + what);
        spec.commandLine().getErr().flush();
    }

    private void await(final Publication publication, final Interrupt interrupt) {
        if (!publication.awaitSubscribers(awaited, LOOK_AROUND)) {
            say("waiting for " + Amounts.count(awaited, "subscriber") + " of " + stream);
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
