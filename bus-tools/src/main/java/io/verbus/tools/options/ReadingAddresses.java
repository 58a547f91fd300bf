package io.verbus.tools.options;

import io.verbus.Endpoint;
import io.verbus.SubscriptionSettings;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command reads a stream of another host. */
public final class ReadingAddresses {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--connect", paramLabel = "ADDRESS", description = "Address at which a publisher on another host"
            + " listens: tcp://HOST:7471 or rdma://HOST:7471. Default: read the stream on this host.")
    private List<String> connects = List.of();

    @Option(names = "--listen", paramLabel = "ADDRESS", description = "Address to which a publisher on another host"
            + " connects: tcp://0.0.0.0:7471 (or rdma://).")
    private List<String> listens = List.of();

    @Mixin
    private AcceptedRelays relays;

    /** The stream of this host, or the addresses of the configuration file. */
    public ReadingAddresses() {
        // the options are set by the command line
    }

    /**
     * Applies the options.
     *
     * @param configured settings of the configuration file
     * @return the settings, with the given addresses if there are any
     * @throws picocli.CommandLine.ParameterException if an address is malformed
     */
    public SubscriptionSettings of(final SubscriptionSettings configured) {
        final Endpoint[] given = Usage.of(spec, () -> Endpoint.of(listens, connects));
        final SubscriptionSettings settings = relays.of(configured);
        return given.length > 0 ? settings.withEndpoints(given) : settings;
    }
}
