package io.verbus.testkit.transport;

import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SessionEvent;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.monitor.CounterKind;
import io.verbus.relay.Relay;
import io.verbus.testkit.fabric.Condition;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.FabricProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A publisher, and relays of its stream on other hosts of a fabric. The reader of the conformance suite shares the
 * directory of the last relay. Relays can be killed, closed and started again. Manual clock.
 */
public final class RelayedHosts implements TransportUnderTest {
    /** The index of the publisher among the parents of a relay. */
    public static final int PUBLISHER = -1;

    private static final int MAX_ROUNDS = 10_000;
    private static final int LAST_CYCLES = 10;
    private static final int QUIET_ROUNDS = 3;
    /** For a publication that need not linger: bytes in flight need a moment. */
    private static final Duration LINGER = Duration.ofMillis(200);
    /** A failed connection is retried after a delay. */
    private static final Duration RETRY = Duration.ofMillis(280);

    private final Path directory;
    private final Fabric fabric;
    private final String stream;
    private final SteppedBuses buses;
    private final Bus publishing;
    private final List<Host> hosts = new ArrayList<>();
    private final List<Bus> dead = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    /**
     * How a relay reads.
     *
     * @param policy of its subscription
     * @param parents indices of the relays that it reads, or {@link #PUBLISHER}, in the order of preference
     */
    public record Reading(Policy policy, int... parents) {}

    /** A host with a relay, and with a process of readers. */
    private final class Host {
        private final int index;
        private final Reading reading;
        private final Bus readers;
        /** The sequences that the subscriptions of its relays reported missing. */
        private final BitSet missed = new BitSet();
        private FabricProvider device;
        private Bus bus;
        private Relay relay;

        Host(final int index, final Reading reading) {
            this.index = index;
            this.reading = reading;
            this.readers = launch(name(index), fabric.process(name(index)));
            start();
        }

        private void start() {
            device = fabric.process(name(index));
            bus = launch(name(index), device);
            relay = Relay.open(bus,
                    SubscriptionSettings.of(stream).withPolicy(reading.policy()).withName("relay" + index)
                            .withListener(this::onEvent)
                            .withEndpoints(connect(reading.parents())),
                    PublicationSettings.of(stream).withLinger(LINGER).withEndpoints(Endpoint.listen(address(index))));
        }

        private void onEvent(final SessionEvent event) {
            events.add(buses.nowNs() / 1_000_000 + " ms " + name(index) + " " + event);
            if (event instanceof final Gap gap) {
                check(gap, reading.parents());
                missed.set((int) gap.first(), (int) gap.last() + 1);
            }
        }

        private void doWork() {
            if (relay != null && !relay.isClosed()) {
                bus.doWork();
                fabric.settle(buses.nowNs());
                relay.doWork();
            }
            readers.doWork();
        }
    }

    private RelayedHosts(final Path directory, final Fabric fabric, final String stream,
            final List<Reading> relays) {
        this.directory = directory;
        this.fabric = fabric;
        this.stream = stream;
        this.buses = new SteppedBuses(directory, PROGRESS_TIMEOUT);
        this.publishing = launch(name(PUBLISHER), fabric.process(name(PUBLISHER)));
        relays.forEach(reading -> hosts.add(new Host(hosts.size(), reading)));
    }

    /**
     * Opens all buses.
     *
     * @param directory for the directories of the hosts
     * @param fabric between the hosts
     * @param stream of the relays
     * @param relays how each reads
     * @return the hosts
     */
    public static RelayedHosts open(final Path directory, final Fabric fabric, final String stream,
            final Reading... relays) {
        return new RelayedHosts(directory, fabric, stream, List.of(relays));
    }

    private Bus launch(final String host, final FabricProvider device) {
        return buses.launch(host, device, fabric.ids());
    }

    private static String name(final int index) {
        return index == PUBLISHER ? "publishing" : "relay" + index;
    }

    private static String address(final int index) {
        return "sim://" + name(index) + ":1";
    }

    /** Endpoints that connect to relays, or to the publisher. */
    public static Endpoint[] connect(final int... parents) {
        final Endpoint[] endpoints = new Endpoint[parents.length];
        for (int i = 0; i < parents.length; i++) {
            endpoints[i] = Endpoint.connect(address(parents[i]));
        }
        return endpoints;
    }

    /** The events of the relays' subscriptions, in order. */
    public List<String> events() {
        return events;
    }

    /**
     * Checks a gap of a reader of relays: a relay passes all of its messages down, and reports the others itself. Of
     * one session.
     *
     * @param gap of a reader
     * @param sources that it reads
     * @throws AssertionError if none of them has reported a part of it
     */
    public void check(final Gap gap, final int... sources) {
        if (gap.cause() == GapCause.UPSTREAM && IntStream.of(sources).filter(source -> source != PUBLISHER)
                .map(source -> hosts.get(source).missed.nextSetBit((int) gap.first()))
                .noneMatch(next -> next >= 0 && next <= gap.last())) {
            throw new AssertionError(gap + " is in none of the relays " + Arrays.toString(sources));
        }
    }

    /** The network between them. */
    public Fabric fabric() {
        return fabric;
    }

    /** Cuts the path between two hosts, until all paths are opened. */
    public void cut(final int one, final int other) {
        fabric.between(name(one), name(other), Condition.CUT);
    }

    /** Opens the path between two hosts. */
    public void join(final int one, final int other) {
        fabric.between(name(one), name(other), Condition.OPEN);
    }

    /** The kernel ends the process of a relay. */
    public void kill(final int index) {
        final Host host = hosts.get(index);
        SimulatedDeath.of(host.bus);
        host.device.kill();
        dead.add(host.bus);
        host.relay = null;
    }

    /** Closes a relay as a signal does. */
    public void close(final int index) {
        final Host host = hosts.get(index);
        for (int i = 0; !host.relay.tryClose() || i < LAST_CYCLES; i++) { // its parent learns that it has left
            buses.tick(SteppedBuses.DUTY_CYCLE);
            host.bus.doWork();
            step();
        }
        host.relay = null;
        buses.closing(true);
        host.bus.close();
        buses.closing(false);
    }

    /** Starts a relay again after its process has ended. */
    public void start(final int index) {
        hosts.get(index).start();
    }

    /** One duty cycle of a process: of the publisher, or of a relay and of the readers on its host. */
    public void turn(final int index) {
        if (index == PUBLISHER) {
            publishing.doWork();
        } else {
            final Host host = hosts.get(index);
            if (host.relay != null) {
                host.bus.doWork();
            }
            host.readers.doWork();
        }
    }

    /** One step of a relay's thread, if it runs. */
    public void copy(final int index) {
        if (isRunning(index)) {
            hosts.get(index).relay.doWork();
        }
    }

    /** One step of everything in flight. */
    public void travel() {
        fabric.step(buses.nowNs());
    }

    /** Advances the time only. */
    public void tick(final Duration time) {
        buses.tick(time);
    }

    /** Advances the time, with one duty cycle of each process in each step. */
    public void run(final Duration time) {
        buses.pass(time, this::step);
    }

    /** Number of the relays. */
    public int relays() {
        return hosts.size();
    }

    /** Whether a relay runs. */
    public boolean isRunning(final int index) {
        return hosts.get(index).relay != null;
    }

    /** The process of readers on the host of a relay. */
    public Bus readers(final int index) {
        return hosts.get(index).readers;
    }

    @Override
    public Bus publishing() {
        return publishing;
    }

    @Override
    public Bus subscribing() {
        return hosts.getLast().readers;
    }

    @Override
    public Publication publish(final PublicationSettings settings) {
        final Publication publication = begin(settings);
        for (int i = 0; i < hosts.size(); i++) {
            pass(RETRY);
        }
        return publication;
    }

    /** Publishes, without the time that the relays need to connect. */
    public Publication begin(final PublicationSettings settings) {
        return publishing.publish(settings.withEndpoints(Endpoint.listen(address(PUBLISHER)))
                .withLinger(settings.linger().isZero() ? LINGER : settings.linger()));
    }

    @Override
    public Subscription subscribe(final SubscriptionSettings settings) {
        settle(); // the relays have all messages
        final Subscription subscription = subscribing().subscribe(settings);
        settle();
        return subscription;
    }

    @Override
    public void settle() {
        int quiet = 0; // a relay follows a jump in the next round
        for (int round = 0; quiet < QUIET_ROUNDS || fabric.isConnecting(); round++) {
            if (round > MAX_ROUNDS) {
                throw new AssertionError("the hosts do not settle: " + fabric.notes());
            }
            final long before = progress();
            step();
            quiet = progress() == before ? quiet + 1 : 0;
        }
    }

    /** One duty cycle of each process, the last relay first. */
    public void step() {
        for (int i = hosts.size() - 1; i >= 0; i--) {
            hosts.get(i).doWork();
        }
        publishing.doWork();
        fabric.settle(buses.nowNs());
    }

    /** A request that a device refused is repeated in the next duty cycle, so the hosts are not at rest. */
    private long progress() {
        return fabric.writes() + fabric.reads() + fabric.refusals()
                + hosts.stream().mapToLong(host -> host.relay == null ? 0 : host.relay.frames()).sum();
    }

    @Override
    public boolean arrive() {
        final long before = progress();
        settle();
        return progress() != before;
    }

    @Override
    public void pass(final Duration time) {
        buses.pass(time, this::settle);
    }

    @Override
    public List<String> errors() {
        return buses.errors();
    }

    private Set<Path> directories() {
        final Set<Path> found = new HashSet<>();
        found.add(directory.resolve(name(PUBLISHER)));
        hosts.forEach(host -> found.add(directory.resolve(name(host.index))));
        return found;
    }

    @Override
    public long counter(final CounterKind kind) {
        return directories().stream().mapToLong(one -> BusFiles.counter(one, kind)).sum();
    }

    @Override
    public long files() {
        return directories().stream().mapToLong(BusFiles::ofStreams).sum();
    }

    @Override
    public List<PeerWord> wordsOf(final Publication publication) {
        throw new UnsupportedOperationException("a relay is between the two sides");
    }

    @Override
    public List<PeerWord> wordsOf(final Subscription subscription) {
        throw new UnsupportedOperationException("a relay is between the two sides");
    }

    @Override
    public void close() {
        fabric.driveItself();
        buses.closing(true);
        hosts.forEach(host -> host.readers.close());
        publishing.close();
        for (final Host host : hosts) {
            if (host.relay != null) {
                host.relay.close();
                host.bus.close();
            }
        }
        dead.forEach(Bus::close); // unmaps their memory
        if (!fabric.breaches().isEmpty()) {
            throw new AssertionError(fabric.breaches().toString());
        }
    }
}
