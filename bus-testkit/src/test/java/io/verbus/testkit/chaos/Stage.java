package io.verbus.testkit.chaos;

import io.verbus.testkit.chaos.ReaderProcess.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;

/** A feed and a reader of each kind, and processes that are ready to take the place of those that are killed. */
final class Stage implements AutoCloseable {
    private static final int SPARE_READERS = Kind.values().length;
    private static final int SPARE_FEEDS = 2;

    private final Path directory;
    private final SplittableRandom random;
    private final Map<Kind, Peer> readers = new EnumMap<>(Kind.class);
    private final Queue<Peer> spareReaders = new ArrayDeque<>();
    private final Queue<Peer> spareFeeds = new ArrayDeque<>();
    private final List<Peer> allReaders = new ArrayList<>();
    private final List<Peer> allFeeds = new ArrayList<>();
    private Peer feed;

    Stage(final Path directory, final SplittableRandom random) throws IOException {
        this.directory = directory;
        this.random = random;
        for (int i = 0; i < SPARE_READERS; i++) {
            spareReaders.add(spare(ReaderProcess.class));
        }
        for (int i = 0; i < SPARE_FEEDS; i++) {
            spareFeeds.add(spare(FeedProcess.class));
        }
    }

    Peer feed() {
        return feed;
    }

    Peer reader(final Kind kind) {
        return readers.get(kind);
    }

    List<Peer> readers() {
        return List.copyOf(readers.values());
    }

    /** Those that have gone, too. */
    List<Peer> allReaders() {
        return allReaders;
    }

    /** Those that have gone, too. */
    List<Peer> allFeeds() {
        return allFeeds;
    }

    Peer startReader(final Kind kind) throws Exception {
        final Peer reader = spareReaders.remove().as(kind.name());
        readers.put(kind, reader);
        allReaders.add(reader);
        spareReaders.add(spare(ReaderProcess.class));
        return reader;
    }

    Peer startFeed() throws Exception {
        feed = spareFeeds.remove().as("FEED");
        allFeeds.add(feed);
        spareFeeds.add(spare(FeedProcess.class));
        return feed;
    }

    /** Waits until the feed knows all readers, and all get on. */
    void settle() throws InterruptedException {
        final String session = feed.awaitSession();
        for (final Peer reader : readers.values()) {
            feed.await("joined " + reader.id(), peer -> Stories.isJoined(peer.said(), reader.id()));
        }
        for (final Peer reader : readers.values()) {
            reader.await("a message of " + session, peer -> peer.session().equals(session));
            reader.awaitProgress(1);
        }
    }

    @Override
    public void close() {
        allReaders.forEach(Peer::close);
        allFeeds.forEach(Peer::close);
        spareReaders.forEach(Peer::close);
        spareFeeds.forEach(Peer::close);
    }

    private Peer spare(final Class<?> main) throws IOException {
        return Peer.spare(main, directory.resolve("bus"), random.nextLong());
    }
}
