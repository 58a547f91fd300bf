package io.verbus.tools.relay;

import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.ShutdownLatch;
import io.verbus.SubscriptionSettings;
import io.verbus.config.Configuration;
import io.verbus.relay.Relay;
import io.verbus.spi.LogIdentity;
import io.verbus.tools.SessionNews;
import io.verbus.tools.Texts;
import io.verbus.tools.options.AcceptedRelays;
import io.verbus.tools.options.PollingIdle;
import io.verbus.tools.options.Usage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus relay}: serves a stream of another host again. */
@Command(name = "relay", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Serves a stream of another host on this one, and to further hosts.",
        footer = {"", "Programs of this host read the stream as if its publisher ran here: the bytes cross the network"
                + " once for all of them. A relay that is started again continues its sessions.",
                "Exit status: 1 if messages are missing, a publisher was lost, or the relay failed, also if a signal"
                        + " ends it; 130 or 143 if a signal ends it and nothing is missing; 0 if every message is"
                        + " served (--until-session-ends); 2 for wrong options."})
public final class RelayCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Option(names = "--stream", required = true, paramLabel = "NAME", description = "Stream to serve.")
    private String stream;

    @Option(names = "--connect", paramLabel = "ADDRESS", split = ",",
            description = {"Addresses of the publisher, and of other relays of it that are nearer to the publisher, in"
                    + " the order of preference:",
                    "tcp://HOST:7471 or rdma://HOST:7471. One is used at a time; another"
                            + " one when its connection ends."})
    private List<String> connects = List.of();

    @Mixin
    private AcceptedRelays relays;

    @Option(names = "--listen", paramLabel = "ADDRESS", split = ",",
            description = {"Addresses for subscriptions on other hosts:",
                    "tcp://0.0.0.0:7471 (or rdma://). Default: serve this host only."})
    private List<String> listens = List.of();

    @Option(names = "--policy", paramLabel = "POLICY",
            description = "Treatment of the relay when it is slow: block, skip, conflate or evict. Under block, a"
                    + " reader that blocks the relay blocks the publisher. Default: skip.")
    private Policy policy;

    @Option(names = "--name", defaultValue = "relay", paramLabel = "NAME",
            description = "Name of the relay, by which a publisher may accept it under block, and subscriptions may"
                    + " accept it (--accept-relay). Default: ${DEFAULT-VALUE}.")
    private String name;

    @Option(names = "--max-hops", defaultValue = "8", paramLabel = "N",
            description = "Refuse sessions that have passed so many relays. Default: ${DEFAULT-VALUE}.")
    private int maxHops;

    @Option(names = "--until-session-ends",
            description = "Exit when a session has ended and no other is running. Default: run until Ctrl-C.")
    private boolean untilSessionEnds;

    @Option(names = "--idle", defaultValue = "spin", paramLabel = "HOW",
            description = "How the relay waits for messages: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private PollingIdle idle;

    @Option(names = "--core", paramLabel = "N",
            description = "Core of the relay's thread, from 0. Default: not pinned.")
    private Integer core;

    private final Supplier<Configuration> configuration;

    /**
     * Creates a command.
     *
     * @param configuration supplies the settings of the bus and of the stream: the relay reads by those of its
     *     subscription, and serves by those of its publication
     */
    public RelayCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    /**
     * Relays the stream.
     *
     * @return exit status
     * @throws BusException if an option is wrong, or the bus cannot be used
     */
    @Override
    public Integer call() {
        final SessionNews news = new SessionNews("relay", "relaying", spec.commandLine().getErr(),
                InstantSource.system());
        final SubscriptionSettings from = from().withListener(news);
        final PublicationSettings to = to();
        Usage.require(spec, maxHops >= 1 && maxHops <= LogIdentity.MAX_HOPS, "--max-hops", maxHops,
                "give 1 to " + LogIdentity.MAX_HOPS);
        Usage.require(spec, !from.endpoints().isEmpty(), "--connect", "nothing",
                "give the address of the publisher, such as tcp://HOST:7471");
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                Bus launched = Bus.launch(configuration.get().bus());
                Relay relay = Relay.open(launched, from, to, maxHops)) {
            run(relay, news, shutdown);
            spec.commandLine().getOut().println("relay: " + Texts.count(relay.frames(), "frame") + ", "
                    + Texts.count(news.gaps(), "gap"));
            spec.commandLine().getOut().flush();
            final boolean isWhole = news.gaps() == 0 && news.lost() == 0;
            ShutdownLatch.endWith(isWhole ? 0 : 1);
            return isWhole ? 0 : 1;
        }
    }

    private void run(final Relay relay, final SessionNews news, final ShutdownLatch shutdown) {
        if (core != null) {
            Affinity.pin(core);
        }
        final IdleStrategy waiting = idle.strategy();
        boolean isWaitReported = false;
        while (!shutdown.isRequested() && !isOver(relay, news)) {
            final int work = relay.doWork();
            if (work == 0 && !isWaitReported && news.running() + news.over() == 0) {
                news.print("waiting for a session of stream " + stream);
                isWaitReported = true;
            }
            waiting.idle(work);
        }
    }

    private boolean isOver(final Relay relay, final SessionNews news) {
        return untilSessionEnds && news.over() > 0 && news.running() <= 0 && relay.sessions().isEmpty();
    }

    private SubscriptionSettings from() {
        final SubscriptionSettings configured = relays.of(configuration.get().subscription(stream));
        final SubscriptionSettings reading = policy == null ? configured : configured.withPolicy(policy);
        final Endpoint[] given = Usage.of(spec, () -> Endpoint.of(List.of(), connects));
        return given.length > 0 ? reading.withName(name).withEndpoints(given) : reading.withName(name);
    }

    private PublicationSettings to() {
        final PublicationSettings configured = configuration.get().publication(stream);
        final Endpoint[] given = Usage.of(spec, () -> Endpoint.of(listens, List.of()));
        return given.length > 0 ? configured.withEndpoints(given) : configured;
    }
}
