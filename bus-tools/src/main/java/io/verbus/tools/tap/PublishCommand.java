package io.verbus.tools.tap;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.ShutdownLatch;
import io.verbus.config.Configuration;
import io.verbus.tools.Texts;
import io.verbus.tools.options.PublishingOptions;
import io.verbus.tools.options.Usage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus publish}: publishes messages that are given as JSON, the reverse of {@code ./bus tap}. */
@Command(name = "publish", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Publishes messages that are given as JSON, one object per line, encoded by their SBE schema, or"
                + " those of a Chronicle Queue.",
        footer = {"",
                "A line is as tap --format json prints it:", "{\"template\":\"Quote\",\"fields\":{\"price\":1.25}}",
                "Other members are ignored. A field that is absent is null. A line without a template, but with"
                        + " \"hex\", is published as those bytes.",
                "The first line that cannot be encoded ends the command; the lines before it are published, and"
                        + " subscribers see the session as lost after them; so they do after a queue of bridge in which"
                        + " messages are missing.",
                "Exit status: 0 if all messages were published; 1 if one was not, or is missing in the queue; 2 for"
                        + " wrong options or a wrong schema."})
public final class PublishCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);
    private static final long LONGEST_REST_NS = 1_000_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "STREAM", description = "Stream to publish on.")
    private String stream;

    @Mixin
    private SchemaFiles schema;

    @Option(names = "--in", paramLabel = "FILE", defaultValue = LineSource.STANDARD_INPUT,
            description = "File of the lines; - is standard input. Default: ${DEFAULT-VALUE}.")
    private String input;

    /** Null without {@code --from-queue}. */
    @ArgGroup(exclusive = false)
    private QueueOptions queue;

    @Option(names = "--rate", paramLabel = "N", description = "Messages a second. Default: as fast as lines come.")
    private Double rate;

    @Option(names = "--no-timestamps", description = "Publish without timestamps.")
    private boolean withoutTimestamps;

    @Mixin
    private PublishingOptions publishing;

    private final Supplier<Configuration> configuration;
    private final Supplier<? extends QueueReader> queues;
    private final IdleStrategy idle = new BackoffIdleStrategy(1, 1, 1, LONGEST_REST_NS);
    private long published;

    /** A Chronicle Queue in place of lines. */
    private static final class QueueOptions {
        @Option(names = "--from-queue", required = true, paramLabel = "DIR",
                description = "Publish a Chronicle Queue in place of lines: the messages of one that bridge has"
                        + " written, else each document as its bytes.")
        private Path directory;

        @Option(names = "--start", defaultValue = "oldest", paramLabel = "WHERE",
                description = "First document of the queue: oldest, newest (the next one that is written), or its index"
                        + " in hex digits. Default: ${DEFAULT-VALUE}.")
        private String start;

        @Option(names = "--follow",
                description = "Wait for further documents, until Ctrl-C. Default: exit at the end of the queue.")
        private boolean follow;
    }

    /**
     * Creates a command.
     *
     * @param configuration supplies the settings of the bus and of the stream
     * @param queues supplies the reader of Chronicle Queues
     */
    public PublishCommand(final Supplier<Configuration> configuration,
            final Supplier<? extends QueueReader> queues) {
        this.configuration = configuration;
        this.queues = queues;
    }

    /**
     * Publishes the messages.
     *
     * @return exit status
     * @throws BusException if a line cannot be encoded, or the input cannot be read
     */
    @Override
    public Integer call() {
        publishing.check();
        Usage.require(spec, rate == null || rate > 0 && Double.isFinite(rate), "--rate", rate, "give a number above 0");
        Usage.require(spec, queue == null || input.equals(LineSource.STANDARD_INPUT) && !schema.isGiven(),
                "--from-queue", queue == null ? "" : queue.directory, "it replaces --in and --schema");
        final PublicationSettings settings = settings();
        final MessageSource messages = open();
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                messages;
                Bus launched = Bus.launch(configuration.get().bus());
                Publication publication = launched.publish(settings)) {
            publishing.await(publication, shutdown::isRequested, number -> print("waiting for "
                    + Texts.count(number, "subscriber") + " of " + stream));
            return publish(messages, publication, shutdown) ? 0 : 1;
        } finally {
            print(Texts.count(published, "message") + " on stream " + stream);
        }
    }

    /** Publishes all messages. Returns whether all were, and nothing is missing; else the session has no end. */
    private boolean publish(final MessageSource messages, final Publication publication, final ShutdownLatch shutdown) {
        boolean isWhole = false;
        try {
            final long beganNs = System.nanoTime();
            while (!shutdown.isRequested()) {
                if (messages.next()) {
                    awaitTime(beganNs, shutdown);
                    publish(publication, messages, shutdown);
                } else if (queue != null && queue.follow) {
                    idle.idle(0);
                } else {
                    break;
                }
            }
            isWhole = messages.isWhole() && (!shutdown.isRequested() || queue != null && queue.follow);
        } finally {
            if (!isWhole) {
                publication.breakOff();
            }
        }
        return isWhole;
    }

    private void print(final String message) {
        spec.commandLine().getErr().println("publish: " + message);
        spec.commandLine().getErr().flush();
    }

    private MessageSource open() {
        return queue == null
                ? new LineSource(schema.read(() -> configuration.get().schemas(stream)), input)
                : queues.get().messages(queue.directory, queue.start, this::print);
    }

    /** Waits until the next message is due. */
    private void awaitTime(final long beganNs, final ShutdownLatch shutdown) {
        final long dueNs = rate == null ? beganNs : beganNs + (long) (published * TimeUnit.SECONDS.toNanos(1) / rate);
        while (System.nanoTime() - dueNs < 0 && !shutdown.isRequested()) {
            LockSupport.parkNanos(Math.min(LONGEST_REST_NS, dueNs - System.nanoTime()));
        }
    }

    private void publish(final Publication publication, final MessageSource message, final ShutdownLatch shutdown) {
        if (message.length() > publication.maxMessageLength()) {
            throw new BusException(
                    message.place() + " is a message of " + message.length() + " bytes, and the log takes "
                            + publication.maxMessageLength() + " at most: use a larger --capacity");
        }
        while (publication.offer(message.buffer(), 0, message.length()) < 0) {
            if (shutdown.isRequested()) {
                return;
            }
            idle.idle(0);
        }
        idle.reset();
        published++;
    }

    private PublicationSettings settings() {
        return publishing.settings(PublicationSettings.of(stream).withTimestamps(!withoutTimestamps),
                configuration.get()::publication).withPublisher("publish");
    }
}
