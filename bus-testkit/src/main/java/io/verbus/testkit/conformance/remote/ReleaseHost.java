package io.verbus.testkit.conformance.remote;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.spi.TransportProvider;
import io.verbus.support.mutant.Mutant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;

/**
 * Opens a bus with a publication or a subscription, and returns it. Inside a {@link Mutant} the bus is that of another
 * release. The errors of the bus are added to the queue.
 */
public abstract class ReleaseHost implements Function<Object[], AutoCloseable> {
    private static final String STREAM = "s";

    /** The transport of the bus. */
    protected abstract TransportProvider transport();

    /** The arguments, which are of classes of the JDK. */
    static Object[] end(final Path directory, final boolean publishes, final boolean listens, final String address,
            final Queue<String> errors) {
        return new Object[]{directory, publishes, listens, address, errors};
    }

    @Override
    public final AutoCloseable apply(final Object[] end) {
        @SuppressWarnings("unchecked") // the last argument of end()
        final Queue<String> errors = (Queue<String>) end[4];
        final Bus bus = Bus.launch(BusSettings.defaults().withDirectory((Path) end[0])
                .withTransports(List.of(transport())).withErrorHandler(error -> errors.add(error.getMessage())));
        final String address = (String) end[3];
        final Endpoint endpoint = (boolean) end[2] ? Endpoint.listen(address) : Endpoint.connect(address);
        if ((boolean) end[1]) {
            bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO).withEndpoints(endpoint));
        } else {
            bus.subscribe(SubscriptionSettings.of(STREAM).withEndpoints(endpoint));
        }
        return bus;
    }
}
