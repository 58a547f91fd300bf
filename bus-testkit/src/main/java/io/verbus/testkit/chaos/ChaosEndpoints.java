package io.verbus.testkit.chaos;

import io.verbus.Endpoint;
import java.util.Arrays;
import java.util.List;

/**
 * The endpoints of the feed and its readers, as arguments of their processes.
 *
 * @param feed of the feed
 * @param reader of each reader
 */
public record ChaosEndpoints(List<String> feed, List<String> reader) {
    /** In shared memory. */
    public static final ChaosEndpoints HERE = new ChaosEndpoints(List.of(), List.of());

    private static final String LISTEN = "listen=";
    private static final String CONNECT = "connect=";

    /** The feed listens, and its readers connect. */
    public static ChaosEndpoints at(final String listened, final String connected) {
        return new ChaosEndpoints(List.of(LISTEN + listened), List.of(CONNECT + connected));
    }

    /** Parses the arguments of a process, from the given one. */
    public static Endpoint[] endpoints(final String[] arguments, final int from) {
        return Arrays.stream(arguments, from, arguments.length)
                .map(argument -> argument.startsWith(LISTEN)
                        ? Endpoint.listen(argument.substring(LISTEN.length()))
                        : Endpoint.connect(argument.substring(CONNECT.length())))
                .toArray(Endpoint[]::new);
    }
}
