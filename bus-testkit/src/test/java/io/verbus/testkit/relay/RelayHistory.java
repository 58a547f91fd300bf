package io.verbus.testkit.relay;

import static io.verbus.testkit.transport.RelayedHosts.PUBLISHER;

import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Payloads;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.HistoryState;
import io.verbus.support.seeds.Tally;
import io.verbus.support.seeds.Violation;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.oracle.SubscriptionOracle;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.RelayedHosts;
import io.verbus.testkit.transport.RelayedHosts.Reading;
import io.verbus.testkit.transport.SteppedBuses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * A publisher, three levels of relays, and readers under all policies, on the hosts of the relays and on others. Relays
 * die, close, return, and lose their parents at any step; each reader gets or reports every message once.
 */
final class RelayHistory {
    /** The first two read each other for good if a relay does not refuse a parent that may read it. */
    private static final int[][] PARENTS = {{1, PUBLISHER}, {0, PUBLISHER}, {0, 1}, {1, 0}, {2, 3}};
    private static final List<Policy> RELAY_POLICIES = List.of(Policy.BLOCK, Policy.BLOCK, Policy.SKIP,
            Policy.CONFLATE);
    /** A relay that is away for ten seconds is gone, and breaks off the session for its readers. */
    private static final Set<LossCause> LOSSES = Set.of(LossCause.LAPPED, LossCause.GONE, LossCause.BROKEN_OFF);
    private static final int STEPS = 2_500;
    private static final int MOST_READERS = 8;
    private static final int ROUNDS = 4_000;
    private static final int LAST_OFFER = 250;
    /** A prime, so that lengths look random; the longest takes several frames. */
    private static final long FACTOR = 7_919;
    private static final int LONGEST = 6_000;

    private final Dice dice;
    private final Tally tally;
    private final int lines;
    private final RelayedHosts hosts;
    private final CheckedFeed feed;
    private final List<CheckedReader> readers = new ArrayList<>();
    private final Deque<String> trace = new ArrayDeque<>();
    private long hash;
    private int step;

    private RelayHistory(final long seed, final Path directory, final Tally tally, final int lines) {
        this.dice = new Dice(seed);
        this.tally = tally;
        this.lines = lines;
        final Reading[] readings = new Reading[PARENTS.length];
        for (int i = 0; i < readings.length; i++) {
            readings[i] = new Reading(dice.pick(RELAY_POLICIES), PARENTS[i]);
        }
        hosts = RelayedHosts.open(directory, new Fabric(dice.seed(), FabricSettings.prompt()), HistoryState.STREAM,
                readings);
        final var publication = hosts.publish(
                PublicationSettings.of(HistoryState.STREAM).withCapacity(HistoryState.CAPACITY));
        feed = new CheckedFeed(publication, payloads(publication.session().id()), hosts);
    }

    /** Runs the history of a seed; see {@link io.verbus.support.seeds.Seeds.Maker}. */
    static long run(final long seed, final Path directory, final Tally tally, final int lines) {
        final RelayHistory history = new RelayHistory(seed, directory, tally, lines);
        try {
            history.run();
            return history.hash;
        } catch (final AssertionError | RuntimeException e) {
            throw new Violation("seed " + seed + " fails at step " + history.step + ": " + e + history.trace, e);
        } catch (final Violation e) {
            throw new Violation("seed " + seed + " fails at step " + history.step + ": " + e.getMessage()
                    + System.lineSeparator() + String.join(System.lineSeparator(), history.trace)
                    + System.lineSeparator() + String.join(System.lineSeparator(), history.hosts.events())
                    + System.lineSeparator() + String.join(System.lineSeparator(), history.hosts.errors()), e);
        } finally {
            history.hosts.close();
        }
    }

    private static Payloads payloads(final long session) {
        return new Payloads(session, sequence -> (int) (sequence * FACTOR % LONGEST));
    }

    private void run() {
        for (step = 0; step < STEPS; step++) {
            act();
            readers.forEach(RelayHistory::checkFaults);
        }
        heal();
        readers.forEach(this::checkComplete);
        final List<String> unexpected = hosts.errors().stream()
                .filter(error -> !error.startsWith("io.verbus.")).toList();
        if (!unexpected.isEmpty()) {
            throw new Violation("errors: " + unexpected);
        }
    }

    private void act() {
        final int host = dice.between(PUBLISHER, PARENTS.length - 1);
        switch (dice.weighted(300, 300, 300, 60, 100, 10, 3, 3, 4, 4, 3, 20)) {
            case 0 -> hosts.turn(host);
            case 1 -> hosts.copy(Math.max(0, host));
            case 2 -> hosts.travel();
            case 3 -> note(RelayEvent.PUBLISHED, feed.offer(dice.below(30)));
            case 4 -> poll();
            case 5 -> join();
            case 6 -> end(Math.max(0, host), true);
            case 7 -> end(Math.max(0, host), false);
            case 8 -> {
                note(RelayEvent.BROKEN, "");
                hosts.fabric().breakOne();
            }
            case 9 -> cut(Math.max(0, host));
            case 10 -> {
                note(RelayEvent.HEALED, "");
                hosts.fabric().mend();
            }
            default -> {
                hosts.tick(Duration.ofMillis(dice.between(1, 20)));
                start();
            }
        }
    }

    private void poll() {
        if (!readers.isEmpty()) {
            final CheckedReader reader = dice.pick(readers);
            final int count = reader.poll(1 + dice.below(40));
            if (count > 0) {
                note(RelayEvent.READ, count);
            }
        }
    }

    private void join() {
        if (readers.size() == MOST_READERS) {
            readers.remove(dice.below(readers.size())).close();
            note(RelayEvent.LEFT, "");
            return;
        }
        final int host = dice.below(PARENTS.length);
        final Policy policy = Policy.values()[dice.below(Policy.values().length)];
        final boolean isRemote = dice.oneIn(3);
        final int[] sources = isRemote ? new int[]{host, dice.below(PARENTS.length)} : new int[]{host};
        final SubscriptionOracle oracle = new SubscriptionOracle(RelayHistory::payloads);
        final SubscriptionSettings settings = SubscriptionSettings.of(HistoryState.STREAM).withPolicy(policy)
                .withName("reader" + step).withStart(dice.oneIn(2) ? Start.oldest() : Start.live())
                .withListener(event -> {
                    oracle.onEvent(event);
                    if (event instanceof final Gap gap) {
                        hosts.check(gap, sources);
                    }
                }).withEndpoints(isRemote ? RelayedHosts.connect(sources) : new Endpoint[0]);
        readers.add(new CheckedReader(hosts.readers(host).subscribe(settings), oracle, hosts));
        note(RelayEvent.JOINED, policy + (isRemote ? " remote" : " local") + " on " + host);
    }

    private void end(final int relay, final boolean kills) {
        if (hosts.isRunning(relay)) {
            note(kills ? RelayEvent.RELAY_KILLED : RelayEvent.RELAY_CLOSED, relay);
            if (kills) {
                hosts.kill(relay);
            } else {
                hosts.close(relay);
            }
        }
    }

    private void start() {
        final int relay = dice.below(PARENTS.length);
        if (!hosts.isRunning(relay)) {
            note(RelayEvent.RELAY_STARTED, relay);
            hosts.start(relay);
        }
    }

    private void cut(final int relay) {
        final int parent = PARENTS[relay][dice.below(2)];
        note(RelayEvent.CUT, relay + " from " + parent);
        hosts.cut(relay, parent);
    }

    /** All relays run and are connected: every reader gets everything, or reports the rest. */
    private void heal() {
        hosts.fabric().mend();
        for (int relay = 0; relay < PARENTS.length; relay++) {
            if (!hosts.isRunning(relay)) {
                hosts.start(relay);
            }
        }
        for (int round = 0; round < ROUNDS
                && (round < LAST_OFFER || !readers.stream().allMatch(this::isDone)); round++) {
            hosts.run(SteppedBuses.DUTY_CYCLE);
            readers.forEach(reader -> reader.poll(Integer.MAX_VALUE));
            if (round % 25 == 0 && round <= LAST_OFFER) {
                feed.offer(1); // shows the end of a gap
            }
        }
    }

    private boolean isDone(final CheckedReader reader) {
        final SessionOracle session = reader.oracle().of(feed.publication().session());
        return session != null && (session.isOver() || session.next() == feed.sequence());
    }

    private static void checkFaults(final CheckedReader reader) {
        if (!reader.oracle().faults().isEmpty()) {
            throw new Violation(reader.oracle().faults() + " " + reader.events());
        }
    }

    private void checkComplete(final CheckedReader reader) {
        checkFaults(reader);
        final String name = reader.subscription().settings().name();
        final SessionOracle session = reader.oracle().of(feed.publication().session());
        if (session == null) {
            throw new Violation(name + " has not met the session");
        }
        if (session.isOver() && !LOSSES.contains(reader.oracle().lossCauses().getLast())) {
            throw new Violation(name + " has lost the session: " + reader.events());
        }
        if (!session.isOver() && session.next() != feed.sequence()
                || session.first() + session.delivered() + session.missed() != session.next()) {
            throw new Violation(name + " is not complete: " + session + " of " + feed.sequence() + " "
                    + reader.events());
        }
        reader.oracle().causes().forEach(
                cause -> tally.count(cause == GapCause.UPSTREAM ? RelayEvent.UPSTREAM_GAP : RelayEvent.GAP));
        reader.events().stream().filter(event -> event.startsWith("back"))
                .forEach(event -> tally.count(RelayEvent.CONTINUED));
        reader.oracle().lossCauses().forEach(cause -> tally.count(RelayEvent.LOST));
    }

    private void note(final RelayEvent event, final Object detail) {
        tally.count(event);
        final String line = step + " " + Tally.words(event) + " " + detail;
        hash = hash * 31 + line.hashCode();
        if (trace.size() == lines) {
            trace.removeFirst();
        }
        trace.addLast(line);
    }
}
