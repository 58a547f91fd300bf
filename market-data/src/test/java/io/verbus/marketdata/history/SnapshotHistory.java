package io.verbus.marketdata.history;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.Seeds;
import io.verbus.support.seeds.Tally;
import io.verbus.support.seeds.Violation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A history from a seed: a feed with snapshots on one host, in half of the histories a recorder that serves, and books
 * that join at random moments on this host and on another one, over a simulated fabric and in virtual time. The feed
 * and the books are killed, stopped and restarted.
 * Joined books that report no gap equal, after each message, the books of the published messages up to it. Books fail
 * to join only if the session is over or its snapshots have reported a gap.
 */
final class SnapshotHistory implements AutoCloseable {
    static final Seeds SEEDS = new Seeds(SnapshotHistory::run, SnapshotEvent.values());

    private static final int STEPS = 450;
    /** Some laps of the log, if no blocking reader prevents them. */
    private static final int LONGEST_BURST = 4_000;
    private static final int RECORDED_AT_ONCE = 100;
    private static final int MOST_BOOKS = 4;
    private static final int COMPARED_ONE_IN = 16;
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(30);
    /** More virtual time than a join may take. */
    private static final long MOST_ROUNDS = 2 * JOIN_TIMEOUT.dividedBy(SnapshotWorld.CYCLE);

    private final SnapshotWorld world;
    private final Dice dice;
    private final SnapshotFeed feed;
    /** Null in half of the histories. */
    private final SnapshotRecorder recorder;
    private final List<Reader> readers = new ArrayList<>();
    private int names;

    /** A process with books. */
    private static final class Reader {
        private final SnapshotWorld.Process process;
        private final List<LateBooks> books = new ArrayList<>();
        private boolean isStopped;

        Reader(final SnapshotWorld.Process process) {
            this.process = process;
        }
    }

    private SnapshotHistory(final SnapshotWorld world, final Path root) {
        this.world = world;
        this.dice = world.dice();
        this.feed = new SnapshotFeed(world);
        this.recorder = dice.oneIn(2)
                ? new SnapshotRecorder(world, root.resolve("journal"), dice.oneIn(2) ? Policy.BLOCK : Policy.SKIP)
                : null;
        readers.add(new Reader(world.launchHere()));
        readers.add(new Reader(world.launchElsewhere()));
    }

    private static long run(final long seed, final Path root, final Tally tally, final int lines) {
        final SnapshotWorld world = new SnapshotWorld(seed, root, tally, lines);
        try (world; SnapshotHistory history = new SnapshotHistory(world, root)) {
            history.play();
            return world.trace().hash();
        } catch (final Violation | RuntimeException | AssertionError e) {
            throw world.trace().violation(seed, e);
        }
    }

    private void play() {
        for (int step = 0; step < STEPS; step++) {
            world.trace().nextStep();
            step();
            world.check();
        }
        end();
    }

    private void step() {
        switch (dice.weighted(40, 30, 40, 30, 20, 20, 6, 20, 2)) {
            case 0 -> feed.publish(dice.between(1, 40));
            case 1 -> feed.writeSnapshots();
            case 2 -> poll();
            case 3 -> cycle();
            case 4 -> world.fabric().step(world.time().nowNs());
            case 5 -> world.time().pass(dice.between(1, 20_000_000));
            case 6 -> joinOrLeave(dice.pick(readers));
            case 7 -> record();
            default -> strike(dice.pick(readers));
        }
    }

    private void cycle() {
        final Reader reader = dice.pick(readers);
        if (dice.oneIn(2)) {
            feed.cycle();
        } else if (!reader.isStopped) {
            reader.process.cycle();
        }
    }

    private void record() {
        if (recorder != null) {
            recorder.record();
            recorder.serve();
            recorder.cycle();
        }
    }

    private void poll() {
        final Reader reader = dice.pick(readers);
        if (!reader.isStopped && !reader.books.isEmpty()) {
            poll(reader, dice.pick(reader.books), dice.oneIn(COMPARED_ONE_IN));
        }
    }

    private void poll(final Reader reader, final LateBooks books, final boolean compared) {
        final boolean hadJoined = books.session() != null;
        final long gaps = books.gaps();
        try {
            books.step(world.time().nowNs());
        } catch (final BusException e) {
            world.note(books.name(), SnapshotEvent.GAVE_UP, e.getMessage());
            leave(reader, books);
            return;
        }
        final boolean hasJoined = !hadJoined && books.session() != null;
        if (hasJoined) {
            world.note(books.name(), books.snapshotOrders() < 0
                    ? SnapshotEvent.JOINED_AT_START
                    : SnapshotEvent.JOINED_BY_SNAPSHOT, "at " + books.next());
        }
        if (books.gaps() > gaps) {
            world.note(books.name(), SnapshotEvent.GAP, "");
        }
        if (compared || hasJoined || books.isOver()) {
            compare(books);
        }
        if (books.isOver()) {
            world.note(books.name(), SnapshotEvent.BOOKS_OVER, "at " + books.next());
            leave(reader, books);
        }
    }

    /** Books after a number of messages equal the books of as many published messages. */
    private void compare(final LateBooks books) {
        if (books.session() == null || books.gaps() > 0) {
            return;
        }
        final int count = (int) books.next();
        if (count > feed.published(books.session())) {
            throw new Violation(books.name() + " has " + count + " messages of " + books.session() + ", published are "
                    + feed.published(books.session()));
        }
        if (!Flow.lines(SnapshotFeed.FLOW.books(count)).equals(Flow.lines(books.books()))) {
            throw new Violation(books.name() + " is wrong after message " + count + " of " + books.session());
        }
        world.tally().count(SnapshotEvent.COMPARED);
    }

    private void joinOrLeave(final Reader reader) {
        if (reader.isStopped) {
            return;
        }
        if (reader.books.size() == MOST_BOOKS || !reader.books.isEmpty() && dice.oneIn(4)) {
            final LateBooks books = dice.pick(reader.books);
            world.note(books.name(), SnapshotEvent.BOOKS_LEFT, "");
            leave(reader, books);
        } else {
            join(reader, dice.oneIn(3) ? Policy.BLOCK : Policy.SKIP);
        }
    }

    private void join(final Reader reader, final Policy policy) {
        final boolean isHere = reader.process.isHere();
        final Endpoint[] endpoints = isHere ? new Endpoint[0] : new Endpoint[]{SnapshotFeed.ADDRESS};
        final LateBooks books = new LateBooks(reader.process.bus(), SnapshotFeed.STREAM, policy,
                JOIN_TIMEOUT.toNanos(), "books" + names++, endpoints);
        reader.books.add(books);
        world.note(books.name(), isHere ? SnapshotEvent.BOOKS_HERE : SnapshotEvent.BOOKS_ELSEWHERE, policy.name());
    }

    private static void leave(final Reader reader, final LateBooks books) {
        books.close();
        reader.books.remove(books);
    }

    private void strike(final Reader reader) {
        switch (dice.weighted(2, 2, 3, 3, 2, 1, 4, 1)) {
            case 0 -> feed.kill();
            case 1 -> {
                world.note("books", SnapshotEvent.BOOKS_KILLED, "");
                reader.process.kill();
                readers.set(readers.indexOf(reader),
                        new Reader(reader.process.isHere() ? world.launchHere() : world.launchElsewhere()));
            }
            case 2 -> {
                reader.isStopped ^= true;
                world.note("books", SnapshotEvent.BOOKS_STOPPED, "");
            }
            case 3 -> {
                world.fabric().breakAll();
                world.note("fabric", SnapshotEvent.LINKS_BROKEN, "");
            }
            case 4 -> pass(SnapshotEvent.TIME_BEYOND_HEARTBEAT, SnapshotWorld.HEARTBEAT);
            case 5 -> pass(SnapshotEvent.TIME_BEYOND_PROGRESS, SnapshotWorld.PROGRESS);
            case 6 -> {
                world.note("feed", SnapshotEvent.BURST, "");
                for (int left = dice.between(1_000, LONGEST_BURST); left > 0; left -= RECORDED_AT_ONCE) {
                    feed.publish(Math.min(left, RECORDED_AT_ONCE));
                    record(); // it keeps up, unlike the snapshots
                }
            }
            default -> feed.endSession(this::round);
        }
    }

    private void pass(final SnapshotEvent event, final Duration least) {
        world.time().pass(least.toNanos() + 1);
        world.note("time", event, "");
    }

    /** Without faults, books of the present session reach its end; books that join now, too. */
    private void end() {
        readers.forEach(reader -> reader.isStopped = false);
        world.fabric().mend();
        final List<LateBooks> joining = new ArrayList<>();
        for (final Reader reader : readers) {
            join(reader, Policy.SKIP);
            joining.add(reader.books.getLast());
        }
        for (int round = 0; round < MOST_ROUNDS && !haveAllArrived(); round++) {
            round();
            world.check();
        }
        if (!haveAllArrived()) {
            throw new Violation("books that do not reach the end of " + feed.session() + ", "
                    + feed.published(feed.session()) + ": "
                    + allBooks().filter(books -> !hasArrived(books)).map(LateBooks::name).toList());
        }
        if (feed.hasSnapshots() && feed.published(feed.session()) > 0
                && joining.stream().anyMatch(books -> books.session() == null)) {
            throw new Violation("books did not join a session that has snapshots: " + feed);
        }
        allBooks().forEach(this::compare);
    }

    private boolean haveAllArrived() {
        return allBooks().allMatch(this::hasArrived);
    }

    /** Whether books are at the end of the present session, or read another one. */
    private boolean hasArrived(final LateBooks books) {
        return books.session() != null
                && (!books.session().equals(feed.session()) || books.next() == feed.published(feed.session()));
    }

    private Stream<LateBooks> allBooks() {
        return readers.stream().flatMap(reader -> reader.books.stream());
    }

    private void round() {
        world.time().pass(SnapshotWorld.CYCLE.toNanos());
        feed.cycle();
        world.fabric().step(world.time().nowNs());
        feed.writeSnapshots();
        record();
        for (final Reader reader : readers) {
            if (!reader.isStopped) {
                reader.process.cycle();
                List.copyOf(reader.books).forEach(books -> poll(reader, books, false));
            }
        }
    }

    @Override
    public void close() {
        if (recorder != null) {
            recorder.close();
        }
    }
}
