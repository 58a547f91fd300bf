package io.verbus.testkit.fabric;

import io.verbus.BusException;
import io.verbus.spi.Request;
import io.verbus.testkit.fabric.link.Call;
import io.verbus.testkit.fabric.link.Contract;
import io.verbus.testkit.fabric.link.FabricLink;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.fabric.link.LogSide;
import io.verbus.testkit.fabric.link.Medium;
import io.verbus.testkit.fabric.link.FabricRandom;
import io.verbus.testkit.transport.PeerWord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A network between hosts within one JVM. It advances only in {@link #step}, and by calls of the thread that drives it.
 * All randomness follows from its seed. Thread-safe, by one lock: its {@link Medium}.
 */
public final class Fabric {
    private static final int MAX_STEPS = 100_000;

    private final Medium medium;
    private final Random ids;
    private final Map<String, Condition> ways = new HashMap<>();
    private final Map<String, FabricTransport> bound = new HashMap<>();
    private final List<FabricHandshake> handshakes = new ArrayList<>();
    private final List<FabricLink> links = new ArrayList<>();
    private int handshakesLostOneIn;
    /** The stream that no subscription can connect to at present; null for none. */
    private boolean hasStrangers;
    private String stalledStream;
    private int processes;
    private boolean drivesItself;

    /** A fabric of a seed. */
    public Fabric(final long seed, final FabricSettings settings) {
        this.medium = new Medium(seed, settings);
        this.ids = new Random(seed);
    }

    /** Ids for the buses on it. Any thread. */
    public RandomGenerator ids() {
        return ids;
    }

    /** A process on a host; a host may have several. */
    public FabricProvider process(final String host) {
        return new FabricProvider(this, host, host + "#" + processes++);
    }

    /** One step of everything in flight. Returns whether anything was able to move. */
    public boolean step(final long nowNs) {
        synchronized (medium) {
            medium.nowNs(nowNs);
            boolean any = false;
            for (final FabricHandshake handshake : List.copyOf(handshakes)) {
                any |= handshake.travel();
            }
            handshakes.removeIf(FabricHandshake::isOver);
            final List<FabricLink> all = new ArrayList<>(links);
            for (int i = all.size(); i > 0; i--) {
                any |= step(all.remove(random().below(i)));
            }
            links.removeIf(link -> link.isClosed() && !link.owesDisconnect());
            return any;
        }
    }

    /** Steps until nothing moves any more. */
    public void settle(final long nowNs) {
        int steps = 0;
        while (step(nowNs)) {
            if (++steps > MAX_STEPS) {
                throw new AssertionError("the fabric does not settle: " + notes());
            }
        }
    }

    private boolean step(final FabricLink link) {
        if (link.hasEnded()) {
            return flush(link) | sendDisconnect(link);
        }
        final boolean landing = link.land();
        final long nowNs = medium.nowNs();
        return switch (link.other().hasEnded() ? Condition.CUT : way(link, link.other())) {
            case OPEN -> landing | link.work(nowNs, way(link.other(), link) == Condition.OPEN);
            case STALLED -> {
                link.rest(nowNs);
                yield landing;
            }
            case CUT -> {
                link.giveUp(nowNs);
                yield landing;
            }
        };
    }

    private boolean flush(final FabricLink link) {
        final boolean due = !link.isFlushed();
        if (due && random().happensNow()) {
            link.flush();
        }
        return due;
    }

    private boolean sendDisconnect(final FabricLink link) {
        if (!link.owesDisconnect()) {
            return false;
        }
        final Condition way = way(link, link.other());
        // The answered data is in the peer's memory before the peer can learn of an end that followed it.
        if (way != Condition.STALLED && link.other().hasLanded() && random().happensNow()) {
            link.disconnect(way == Condition.OPEN);
        }
        return way != Condition.STALLED;
    }

    /** Sets the condition of both directions between two hosts. */
    public void between(final String one, final String other, final Condition condition) {
        oneWay(one, other, condition);
        oneWay(other, one, condition);
    }

    /** Sets the condition of one direction between two hosts. */
    public void oneWay(final String from, final String to, final Condition condition) {
        synchronized (medium) {
            ways.put(from + ">" + to, condition);
            medium.note("from " + from + " to " + to + " is " + condition);
        }
    }

    /** Opens every path, and stops the loss of handshake messages. */
    public void mend() {
        synchronized (medium) {
            ways.clear();
            handshakesLostOneIn = 0;
            stalledStream = null;
            medium.note("all paths open");
        }
    }

    /** Loses one in so many messages of connection setup; 0 for none. */
    public void loseHandshakes(final int oneIn) {
        handshakesLostOneIn = oneIn;
    }

    /** Breaks one connection at one end, as a device failure does. Returns whether there was one. */
    public boolean breakOne() {
        synchronized (medium) {
            final List<FabricLink> living = links.stream().filter(link -> !link.hasEnded()).toList();
            if (!living.isEmpty()) {
                living.get(random().below(living.size())).end("device failure");
            }
            return !living.isEmpty();
        }
    }

    /** Breaks every connection at one of its ends. */
    public void breakAll() {
        synchronized (medium) {
            for (final FabricLink link : links) {
                if (!link.hasEnded() && !link.other().hasEnded()) {
                    (random().below(2) == 0 ? link : link.other()).end("device failure");
                }
            }
        }
    }

    /** Runs other work in the middle of calls of a cursor's owner, while it owns the cursor. */
    public void interruption(final Consumer<Call> interruption) {
        medium.interruption(interruption);
    }

    /** Whether writes from the memory of a process are in flight: its logs may not overwrite their sources. */
    public boolean isWriting(final FabricProvider writer) {
        synchronized (medium) {
            return links.stream().anyMatch(link -> link instanceof LogSide side
                    && side.station().name().equals(writer.name()) && side.unfinished() != Long.MAX_VALUE);
        }
    }

    /** Words, except payload, that peers write into the memory of a process, over living connections. */
    public List<PeerWord> words(final FabricProvider reader) {
        synchronized (medium) {
            return links.stream().filter(link -> !link.hasEnded() && link.station().name().equals(reader.name()))
                    .flatMap(FabricLink::controlWords).toList();
        }
    }

    /** Breaches of the contract between the two sides of the seam; must be empty. */
    public List<String> breaches() {
        return medium.contract().breaches();
    }

    /** The number of polls for arrivals so far. */
    public long arrivalPolls() {
        return medium.arrivalPolls();
    }

    /** The number of writes delivered so far. */
    public long writes() {
        return medium.writes();
    }

    /** The number of history reads that were granted. */
    public long reads() {
        return medium.reads();
    }

    /** The number of requests that a device refused. */
    public long refusals() {
        return medium.refusals();
    }

    /** From now on each duty cycle of a transport is also a step: for buses that are being closed. */
    public void driveItself() {
        drivesItself = true;
    }

    void drive(final long nowNs) {
        if (drivesItself) {
            step(nowNs);
        }
    }

    /** The number of link ends that are not closed. */
    public long links() {
        synchronized (medium) {
            return links.stream().filter(link -> !link.isClosed()).count();
        }
    }

    /** The number of connections over a path, which is the name of the listening host. */
    public long links(final String path) {
        synchronized (medium) {
            return links.stream().filter(link -> !link.hasEnded() && link.station().host().equals(path)).count();
        }
    }

    /** Whether connections are being set up. */
    public boolean isConnecting() {
        synchronized (medium) {
            return !handshakes.isEmpty();
        }
    }

    /** The last events, in readable form. */
    public List<String> notes() {
        return medium.notes();
    }

    Medium medium() {
        return medium;
    }

    FabricSettings settings() {
        return medium.settings();
    }

    FabricRandom random() {
        return medium.random();
    }

    Contract contract() {
        return medium.contract();
    }

    /** Stalls the setup of connections by subscriptions to a stream, until all paths are opened. */
    public void stallSubscriptions(final String stream) {
        synchronized (medium) {
            stalledStream = stream;
        }
    }

    /** From now on peers that connect to a publisher are strangers to it, as at an address without a secret. */
    public void connectStrangers() {
        synchronized (medium) {
            hasStrangers = true;
        }
    }

    boolean hasStrangers() {
        return hasStrangers;
    }

    boolean isStalled(final Request request) {
        return request != null && request.stream().equals(stalledStream);
    }

    boolean loses() {
        return random().oneIn(handshakesLostOneIn);
    }

    Condition way(final String from, final String to) {
        return ways.isEmpty() ? Condition.OPEN : ways.getOrDefault(from + ">" + to, Condition.OPEN);
    }

    private Condition way(final FabricLink from, final FabricLink to) {
        return way(from.station().host(), to.station().host());
    }

    void bind(final String host, final int port, final FabricTransport transport) {
        synchronized (medium) {
            final FabricTransport other = bound.putIfAbsent(host + ":" + port, transport);
            if (other != null && other != transport) {
                throw new BusException("the address sim://" + host + ":" + port + " is in use by another process; stop"
                        + " that one, or take another port");
            }
        }
    }

    void unbind(final FabricTransport transport, final IntPredicate isNeeded) {
        synchronized (medium) {
            bound.entrySet().removeIf(entry -> entry.getValue() == transport
                    && !isNeeded.test(Integer.parseInt(entry.getKey().substring(entry.getKey().indexOf(':') + 1))));
        }
    }

    FabricTransport listener(final String host, final int port) {
        return bound.get(host + ":" + port);
    }

    void add(final FabricHandshake handshake) {
        synchronized (medium) {
            handshakes.add(handshake);
        }
    }

    List<FabricHandshake> handshakesOf(final FabricTransport transport) {
        synchronized (medium) {
            return handshakes.stream().filter(handshake -> handshake.concerns(transport)).toList();
        }
    }

    void add(final FabricLink one, final FabricLink other) {
        synchronized (medium) {
            links.add(one);
            links.add(other);
        }
    }

    /** A process has closed its transport, or is dead. */
    void leave(final FabricTransport transport, final boolean dead) {
        synchronized (medium) {
            handshakesOf(transport).forEach(handshake -> handshake.leave(transport));
            for (final FabricLink link : links) {
                if (link.station().name().equals(transport.station().name()) && !link.isClosed()) {
                    if (dead) {
                        link.die();
                    } else {
                        link.abandon("its bus closed");
                    }
                }
            }
        }
    }

    /** The state of every connection, and the last events. */
    @Override
    public String toString() {
        synchronized (medium) {
            return String.join(System.lineSeparator(),
                    Stream.of(handshakes.stream().map(FabricHandshake::toString),
                            links.stream().map(FabricLink::describe),
                            medium.notes().stream()).flatMap(Function.identity()).toList());
        }
    }
}
