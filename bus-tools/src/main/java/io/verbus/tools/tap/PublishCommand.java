package io.verbus.tools.tap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.ShutdownLatch;
import io.verbus.config.Configuration;
import io.verbus.tools.Texts;
import io.verbus.tools.options.PublishingOptions;
import io.verbus.tools.options.Usage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus publish}: publishes messages that are given as JSON, the reverse of {@code ./bus tap}. */
@Command(name = "publish", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Publishes messages that are given as JSON, one object per line, encoded by their SBE schema.",
        footer = {"",
                "A line is as tap --format json prints it:", "{\"template\":\"Quote\",\"fields\":{\"price\":1.25}}",
                "Other members are ignored. A field that is absent is null. A line without a template, but with"
                        + " \"hex\", is published as those bytes.",
                "The first line that cannot be encoded ends the command; the lines before it are published, and"
                        + " subscribers see the session as lost after them.",
                "Exit status: 0 if all lines were published; 1 if one was not; 2 for wrong options or a wrong schema."})
public final class PublishCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);
    private static final long LONGEST_REST_NS = 1_000_000;
    private static final String STANDARD_INPUT = "-";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "STREAM", description = "Stream to publish on.")
    private String stream;

    @Mixin
    private SchemaFiles schema;

    @Option(names = "--in", paramLabel = "FILE", defaultValue = STANDARD_INPUT,
            description = "File of the lines; - is standard input. Default: ${DEFAULT-VALUE}.")
    private String input;

    @Option(names = "--rate", paramLabel = "N", description = "Messages a second. Default: as fast as lines come.")
    private Double rate;

    @Option(names = "--no-timestamps", description = "Publish without timestamps.")
    private boolean withoutTimestamps;

    @Mixin
    private PublishingOptions publishing;

    private final Supplier<Configuration> configuration;
    private final IdleStrategy idle = new BackoffIdleStrategy(1, 1, 1, LONGEST_REST_NS);
    private long published;

    /**
     * Creates a command.
     *
     * @param configuration supplies the settings of the bus and of the stream
     */
    public PublishCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    /**
     * Publishes the lines.
     *
     * @return exit status
     * @throws BusException if a line cannot be encoded, or the input cannot be read
     */
    @Override
    public Integer call() {
        publishing.check();
        Usage.require(spec, rate == null || rate > 0 && Double.isFinite(rate), "--rate", rate, "give a number above 0");
        final MessageLines lines = new MessageLines(schema.read(() -> configuration.get().schemas(stream)));
        final PublicationSettings settings = settings();
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                BufferedReader in = open();
                Bus launched = Bus.launch(configuration.get().bus());
                Publication publication = launched.publish(settings)) {
            publishing.await(publication, shutdown::isRequested, number -> print("waiting for "
                    + Texts.count(number, "subscriber") + " of " + stream));
            return publish(in, lines, publication, shutdown) ? 0 : 1;
        } catch (final IOException e) {
            throw new BusException("cannot read " + (isStandardInput() ? "standard input" : input) + ": "
                    + e.getMessage(), e);
        } finally {
            print(Texts.count(published, "message") + " on stream " + stream);
        }
    }

    /** Publishes all lines; returns false if the command was ended before. Then the session has no end. */
    private boolean publish(final BufferedReader in, final MessageLines lines, final Publication publication,
            final ShutdownLatch shutdown) throws IOException {
        boolean isWhole = false;
        try {
            final long beganNs = System.nanoTime();
            for (String line = in.readLine(); line != null && !shutdown.isRequested(); line = in.readLine()) {
                if (lines.encode(line.getBytes(ISO_8859_1))) {
                    awaitTime(beganNs, shutdown);
                    publish(publication, lines, shutdown);
                }
            }
            isWhole = !shutdown.isRequested();
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

    private boolean isStandardInput() {
        return input.equals(STANDARD_INPUT);
    }

    /** Characters are bytes: each line is decoded by itself, so that a wrong one is known. */
    private BufferedReader open() throws IOException {
        if (isStandardInput()) {
            return new BufferedReader(new InputStreamReader(System.in, ISO_8859_1));
        }
        if (!Files.isRegularFile(Path.of(input))) {
            throw new BusException("no file " + input + ": give one of JSON lines, or - for standard input");
        }
        return Files.newBufferedReader(Path.of(input), ISO_8859_1);
    }

    /** Waits until the next message is due. */
    private void awaitTime(final long beganNs, final ShutdownLatch shutdown) {
        final long dueNs = rate == null ? beganNs : beganNs + (long) (published * TimeUnit.SECONDS.toNanos(1) / rate);
        while (System.nanoTime() - dueNs < 0 && !shutdown.isRequested()) {
            LockSupport.parkNanos(Math.min(LONGEST_REST_NS, dueNs - System.nanoTime()));
        }
    }

    private void publish(final Publication publication, final MessageLines lines, final ShutdownLatch shutdown) {
        if (lines.length() > publication.maxMessageLength()) {
            throw new BusException(
                    "line " + lines.number() + " is a message of " + lines.length() + " bytes, and the log"
                            + " takes " + publication.maxMessageLength() + " at most: use a larger --capacity");
        }
        while (publication.offer(lines.buffer(), 0, lines.length()) < 0) {
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
