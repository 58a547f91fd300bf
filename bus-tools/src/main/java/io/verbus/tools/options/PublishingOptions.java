package io.verbus.tools.options;

import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of commands that publish a file: the size of the log, and its subscribers. */
public final class PublishingOptions {
    private static final Duration AWAIT_SLICE = Duration.ofMillis(100);
    private static final String AWAITED = "--await-subscribers";
    private static final String CAPACITY = "--capacity";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = AWAITED, defaultValue = "0", paramLabel = "N",
            description = "Start each session only when it has N subscribers. Default: ${DEFAULT-VALUE}.")
    private int awaited;

    @Option(names = CAPACITY, defaultValue = "64M", paramLabel = "BYTES",
            description = "Capacity of the log, a power of two, at most 1G. A message may take a quarter of it."
                    + " Default: ${DEFAULT-VALUE}.")
    private ByteSize capacity;

    @Option(names = "--listen", paramLabel = "ADDRESS",
            description = {"Address to which subscribers on other hosts connect:",
                    "tcp://0.0.0.0:7471 or rdma://0.0.0.0:7471. Subscribers on this host need no address."})
    private List<String> listens = List.of();

    @Option(names = "--connect", paramLabel = "ADDRESS", description = "Address at which a subscriber on another host"
            + " listens: tcp://HOST:7471 or rdma://HOST:7471.")
    private List<String> connects = List.of();

    /** Creates the options; picocli sets them. */
    public PublishingOptions() {
    }

    /** Checks the values that no later step checks. */
    public void check() {
        Usage.require(spec, awaited >= 0, AWAITED, awaited, "give 0 or more");
    }

    /**
     * Applies the options that are given to settings, and the others as defaults.
     *
     * @param defaults of the command
     * @param configuration overrides them, and is overridden by the options that are given
     * @return settings
     * @throws picocli.CommandLine.ParameterException if a value is wrong
     */
    public PublicationSettings settings(final PublicationSettings defaults,
            final UnaryOperator<PublicationSettings> configuration) {
        final int length = capacity.ofLog(spec, CAPACITY);
        final Endpoint[] endpoints = Usage.of(spec, () -> Endpoint.of(listens, connects));
        PublicationSettings settings = configuration.apply(defaults.withCapacity(length));
        if (spec.commandLine().getParseResult().hasMatchedOption(CAPACITY)) {
            settings = settings.withCapacity(length);
        }
        return endpoints.length == 0 ? settings : settings.withEndpoints(endpoints);
    }

    /**
     * Waits for the subscribers.
     *
     * @param publication that they read
     * @param stop ends the wait
     * @param onWait called with their number if they are not there at once
     */
    public void await(final Publication publication, final BooleanSupplier stop,
            final IntConsumer onWait) {
        if (!publication.awaitSubscribers(awaited, AWAIT_SLICE)) {
            onWait.accept(awaited);
            while (!stop.getAsBoolean() && !publication.awaitSubscribers(awaited, AWAIT_SLICE)) {
                Thread.onSpinWait();
            }
        }
    }
}
