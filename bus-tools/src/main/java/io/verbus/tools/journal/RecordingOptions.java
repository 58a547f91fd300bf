package io.verbus.tools.journal;

import io.verbus.Affinity;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.ShutdownLatch;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.journal.Recorder;
import io.verbus.journal.StreamRecording;
import io.verbus.tools.SessionNews;
import io.verbus.tools.Texts;
import io.verbus.tools.options.PollingIdle;
import io.verbus.tools.options.ReadingAddresses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a stream is read to be recorded, and for how long. */
final class RecordingOptions {
    private static final String GONE = "its log was gone when the recording was started again";
    private static final String NOT_REACHED = "no publisher or relay of it was reached";
    private static final String NOT_READ = "its log is there, and could not be read";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--until-session-ends",
            description = "Exit when a session has ended and no other is running. Default: run until Ctrl-C.")
    private boolean untilSessionEnds;

    @Option(names = "--idle", defaultValue = "backoff", paramLabel = "HOW",
            description = "How it waits: backoff (spins briefly, then rests for up to 100 µs), spin, yield, or sleep"
                    + " (1 ms, which takes the least of a core; the log has to hold the messages of that time)."
                    + " Default: ${DEFAULT-VALUE}.")
    private PollingIdle idle;

    @Option(names = "--block", description = "Read under BLOCK: the publisher waits for the recorder. Default: the"
            + " publisher never waits, and messages that the log has overwritten are missing.")
    private boolean block;

    @Mixin
    private ReadingAddresses addresses;

    @Option(names = "--core", paramLabel = "N",
            description = "Core of the recording thread, from 0. Default: not pinned.")
    private Integer core;

    /** The subscription of a recorder. */
    SubscriptionSettings subscription(final SubscriptionSettings configured, final String name,
            final Recorder recorder) {
        final SubscriptionSettings reading = addresses.of(configured);
        return SubscriptionSettings.of(configured.stream()).withName(name)
                .withPolicy(block ? Policy.BLOCK : Policy.SKIP).withCopies(true).withRepair(Repair.REPAIR)
                .withStart(recorder.start()).withListener(recorder)
                .withEndpoints(reading.endpoints().toArray(Endpoint[]::new))
                .withRelays(reading.relays().toArray(String[]::new));
    }

    /** Records until a stop is requested, the recording fails, or its sessions have ended. */
    void run(final Recorder recorder, final Subscription subscription, final SessionNews news,
            final ShutdownLatch shutdown, final Runnable afterBatch) {
        if (core != null) {
            Affinity.pin(core);
        }
        final IdleStrategy waiting = idle.strategy();
        boolean isWaitReported = false;
        while (!shutdown.isRequested() && recorder.failure() == null && !isOver(news)) {
            final int count = recorder.doWork(subscription);
            afterBatch.run();
            if (count == 0 && !isWaitReported && news.running() + news.over() == 0) {
                news.print("waiting for a session on stream " + subscription.stream());
                isWaitReported = true;
            }
            waiting.idle(count);
        }
    }

    private boolean isOver(final SessionNews news) {
        return untilSessionEnds && news.over() > 0 && news.running() <= 0;
    }

    /** Prints the summary, and the sessions of an earlier recording that were not found. Returns the exit status. */
    int finish(final Recorder recorder, final StreamRecording to, final Subscription subscription, final Path bus,
            final SessionNews news, final Path directory) {
        final Map<Long, Long> absent = recorder.absent();
        absent.forEach((session, next) -> {
            final String cause = cause(session, subscription, bus);
            news.print("session " + Texts.hex(session) + ": sequences from " + next + " on are missing: " + cause);
            if (cause.equals(GONE) && recorder.failure() == null) { // else it may be found by the next recorder
                to.abandon(session, cause);
            }
        });
        spec.commandLine().getOut().println(spec.name() + ": " + Texts.count(recorder.messages(), "message") + ", "
                + Texts.count(recorder.gaps(), "gap") + (recorder.gaps() == 0
                        ? ""
                        : " (" + Texts.count(recorder.missing(), "sequence") + " missing)")
                + ", in " + directory);
        spec.commandLine().getOut().flush();
        final boolean isWhole = recorder.gaps() == 0 && news.lost() == 0 && absent.isEmpty()
                && recorder.failure() == null;
        ShutdownLatch.endWith(isWhole ? 0 : 1);
        if (recorder.failure() != null) {
            throw new BusException(
                    "recording of stream " + subscription.stream() + " failed, all up to there is written: "
                            + recorder.failure().getMessage(),
                    recorder.failure());
        }
        return isWhole ? 0 : 1;
    }

    private static String cause(final long session, final Subscription subscription, final Path bus) {
        if (!subscription.settings().endpoints().isEmpty()) {
            return NOT_REACHED;
        }
        return Files.notExists(BusDirectory.openReadOnly(bus).stream(subscription.stream()).log(session))
                ? GONE
                : NOT_READ;
    }
}
