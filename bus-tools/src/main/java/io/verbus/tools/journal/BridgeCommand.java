package io.verbus.tools.journal;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.ShutdownLatch;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.config.Configuration;
import io.verbus.journal.Recorder;
import io.verbus.tools.SessionNews;
import io.verbus.tools.export.DocumentStore;
import io.verbus.tools.export.QueueRecording;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus bridge}: records a stream into a Chronicle Queue. */
@Command(name = "bridge", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Writes the messages of a stream into a Chronicle Queue.",
        footer = {"",
                "A bridge that is started again on the same queue continues it: the last sequences are in the queue."
                        + " It reads the messages that it missed from the log.",
                "Exit status: 0 if every message published in the meantime is in the queue; 1 if messages are missing,"
                        + " a publisher was lost, or the bridge failed, also if a signal ends it; 130 or 143 if a"
                        + " signal ends it and nothing is missing; 2 for wrong options."})
public final class BridgeCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "STREAM", description = "Stream to read.")
    private String stream;

    @Option(names = "--queue", required = true, paramLabel = "DIR",
            description = "Directory of the queue, for one stream. It is created if absent.")
    private Path directory;

    @Option(names = "--roll", paramLabel = "CYCLE",
            description = "Roll cycle of a new queue, such as FAST_HOURLY. Default: FAST_DAILY.")
    private String roll;

    @Mixin
    private RecordingOptions recording;

    private final Supplier<Configuration> configuration;

    /**
     * Creates a command.
     *
     * @param configuration supplies the settings of the bus and of the stream
     */
    public BridgeCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    /**
     * Records the stream.
     *
     * @return exit status
     * @throws BusException if an option is wrong, or the queue or the bus cannot be used
     */
    @Override
    public Integer call() {
        final SessionNews news = new SessionNews("bridge", "bridging", spec.commandLine().getErr(),
                InstantSource.system());
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                QueueRecording queue = DocumentStore.provider().record(directory, stream, roll)) {
            final Recorder recorder = new Recorder(queue, Clocks.SYSTEM, news);
            final SubscriptionSettings reading = recording
                    .subscription(configuration.get().subscription(stream), "bridge", recorder);
            try (Bus launched = Bus.launch(configuration.get().bus());
                    Subscription subscription = launched.subscribe(reading)) {
                recording.run(recorder, subscription, news, shutdown, () -> {});
                return recording.finish(recorder, queue, subscription, launched.settings().directory(), news,
                        directory);
            }
        }
    }
}
