package io.verbus.testkit.chaos;

import io.verbus.support.ForeignFile;
import io.verbus.testkit.chaos.ReaderProcess.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * A feed and a reader of each kind, and spare processes that replace killed ones. With limited resources, half of the
 * peers that the client in C permits are in C.
 */
public final class Stage implements AutoCloseable {
    private static final int SPARE_FEEDS = 2;
    private static final List<String> FOREIGN = List.of(Child.STREAM + "/%016x.log", Child.STREAM + "/%016x.positions",
            ".processes/%016x.lock", ".processes/%016x.counters");

    private final Path directory;
    private final ChaosEndpoints meeting;
    private final ResourceLimits limits;
    private final SplittableRandom random;
    private final Map<Kind, ChaosPeer> readers = new EnumMap<>(Kind.class);
    private final Queue<ChaosPeer> spareReaders = new ArrayDeque<>();
    private final Queue<ChaosPeer> spareFeeds = new ArrayDeque<>();
    private final List<ChaosPeer> allReaders = new ArrayList<>();
    private final List<ChaosPeer> allFeeds = new ArrayList<>();
    private final ShuffledCycle<Boolean> feedsInC;
    private final ShuffledCycle<Boolean> readersInC;
    private ChaosPeer feed;
    private Path foreign;

    /** With a number of spare readers, and as many spare feeds, up to two. */
    public Stage(final Path directory, final ChaosEndpoints meeting, final int spareCount,
            final SplittableRandom random)
            throws IOException {
        this(directory, meeting, spareCount, random, ResourceLimits.none(directory));
    }

    /** With limited resources. */
    Stage(final Path directory, final ChaosEndpoints meeting, final int spareCount, final SplittableRandom random,
            final ResourceLimits limits) throws IOException {
        this.directory = directory;
        this.meeting = meeting;
        this.limits = limits;
        this.random = random;
        feedsInC = new ShuffledCycle<>(List.of(false, limits.canRunC()), random);
        readersInC = new ShuffledCycle<>(List.of(false, limits.canRunC()), random);
        for (int i = 0; i < spareCount; i++) {
            spareReaders.add(spare(ReaderProcess.class, meeting.reader()));
        }
        for (int i = 0; i < Math.min(SPARE_FEEDS, spareCount); i++) {
            spareFeeds.add(spare(FeedProcess.class, meeting.feed()));
        }
    }

    public ChaosPeer feed() {
        return feed;
    }

    public ChaosPeer reader(final Kind kind) {
        return readers.get(kind);
    }

    public List<ChaosPeer> readers() {
        return List.copyOf(readers.values());
    }

    /** Including those that have ended. */
    public List<ChaosPeer> allReaders() {
        return allReaders;
    }

    /** Including those that have ended. */
    public List<ChaosPeer> allFeeds() {
        return allFeeds;
    }

    /** The number of peers in C among some. */
    static long countInC(final List<ChaosPeer> peers) {
        return peers.stream().filter(peer -> peer.program().equals(ResourceLimits.IN_C)).count();
    }

    public ChaosPeer startReader(final Kind kind) throws Exception {
        final ChaosPeer reader = addReader(kind);
        readers.put(kind, reader);
        return reader;
    }

    private ChaosPeer addReader(final Kind kind) throws Exception {
        final ChaosPeer reader;
        if (kind.isInC() && readersInC.next()) {
            reader = limits.startInC(directory.resolve("bus"), random);
        } else {
            reader = spareReaders.remove();
            spareReaders.add(spare(ReaderProcess.class, meeting.reader()));
        }
        allReaders.add(reader);
        return reader.as(kind.name());
    }

    /** Waits until the next reader has its shared memory and waits for a role. */
    void awaitSpareReader() throws InterruptedException {
        spareReaders.element().awaitLine("spare");
    }

    /** A second reader of a kind. */
    ChaosPeer startGuest(final Kind kind) throws Exception {
        return addReader(kind);
    }

    public ChaosPeer startFeed() throws Exception {
        if (feedsInC.next()) {
            feed = limits.startInC(directory.resolve("bus"), random);
        } else {
            feed = spareFeeds.remove();
            spareFeeds.add(spare(FeedProcess.class, meeting.feed()));
        }
        allFeeds.add(feed);
        return feed.as("FEED");
    }

    /** Waits until the feed knows all readers, and all make progress. */
    void settle() throws InterruptedException {
        feed.awaitSession();
        for (final ChaosPeer reader : readers.values()) {
            awaitJoined(reader);
        }
        awaitReading();
    }

    /** Waits until all read the feed's session. */
    public void awaitReading() throws InterruptedException {
        final String session = feed.awaitSession();
        for (final ChaosPeer reader : readers.values()) {
            reader.await("a message of " + session, peer -> peer.session().equals(session));
            reader.awaitProgress(1);
        }
    }

    /** Waits until the feed knows a reader, under its present name. */
    void awaitJoined(final ChaosPeer reader) throws InterruptedException {
        try {
            feed.await("joined " + reader.id(), peer -> EventOrder.isJoined(peer.said(), reader.id()));
        } catch (final AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + reader.story() + "\n" + limits.memory(), e);
        }
    }

    /** Puts a foreign file under one of the bus's names; the previous one is removed. */
    void litter() throws IOException {
        if (foreign != null) {
            if (Files.isDirectory(foreign, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(foreign.resolve(ForeignFile.INNER));
            }
            Files.deleteIfExists(foreign);
        }
        final String suffix = FOREIGN.get(random.nextInt(FOREIGN.size()));
        foreign = limits.bus().resolve(String.format(suffix, random.nextLong()));
        ForeignFile.values()[random.nextInt(ForeignFile.values().length)].create(foreign);
    }

    @Override
    public void close() {
        allReaders.forEach(ChaosPeer::close);
        allFeeds.forEach(ChaosPeer::close);
        spareReaders.forEach(ChaosPeer::close);
        spareFeeds.forEach(ChaosPeer::close);
    }

    private ChaosPeer spare(final Class<?> main, final List<String> where) throws IOException {
        final List<Object> arguments = new ArrayList<>(where);
        arguments.addFirst(random.nextLong());
        return limits.start(main, directory.resolve("bus"), random, arguments.toArray());
    }
}
