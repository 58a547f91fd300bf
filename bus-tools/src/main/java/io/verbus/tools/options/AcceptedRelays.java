package io.verbus.tools.options;

import io.verbus.SubscriptionSettings;
import java.util.List;
import picocli.CommandLine.Option;

/** The relays from which a command reads at its addresses. */
public final class AcceptedRelays {
    @Option(names = "--accept-relay", paramLabel = "NAME", split = ",", description = "Names of the relays (relay"
            + " --name) to read from at the addresses, beside the publisher. Default: the configuration file, else"
            + " all.")
    private List<String> names = List.of();

    /** All relays are accepted, or those of the configuration file. */
    public AcceptedRelays() {
        // the option is set by the command line
    }

    /**
     * Applies the option.
     *
     * @param configured settings of the configuration file
     * @return the settings, with the given names if there are any
     */
    public SubscriptionSettings of(final SubscriptionSettings configured) {
        return names.isEmpty() ? configured : configured.withRelays(names.toArray(String[]::new));
    }
}
