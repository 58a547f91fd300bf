package io.verbus.sample.publisher;

import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.ShutdownLatch;
import io.verbus.marketdata.feed.Feed;
import io.verbus.marketdata.feed.Pace;
import io.verbus.marketdata.feed.TradingDay;
import io.verbus.marketdata.itch.ItchFiles;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.marketdata.snapshot.Snapshotter;
import io.verbus.marketdata.source.BlockSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Plays a file of NASDAQ TotalView-ITCH 5.0 onto a stream, normalised to SBE, with snapshots for books that join late.
 * It begins when a subscription has joined, and waits for slow ones of the name "book" that read under BLOCK.
 *
 * <pre>./bus java io.verbus.sample.publisher.FeedHandler 12302019.NASDAQ_ITCH50.gz md.itch realtime</pre>
 */
final class FeedHandler {
    private static final long SNAPSHOT_INTERVAL_NS = 1_000_000_000;
    private static final long SNAPSHOT_MESSAGES_PER_SECOND = 1_000_000;
    private static final NanoClock CLOCK = SystemNanoClock.INSTANCE;

    private FeedHandler() {
    }

    static void main(final String... args) {
        if (args.length < 2 || args.length > 3) {
            System.err.println("usage: FeedHandler FILE STREAM [RATE]; RATE is " + Pace.FORMS);
            System.exit(2);
        }
        try {
            play(Path.of(args[0]), args[1], Pace.parse(args.length > 2 ? args[2] : "max"));
        } catch (final BusException e) {
            System.err.println("feed handler: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void play(final Path file, final String stream, final Pace pace) {
        ItchFiles.requireItch(file);
        final TradingDay day = TradingDay.of(file);
        final PublicationSettings settings = PublicationSettings.of(stream).withTimestamps(true)
                .withBlocking(BlockingPermission.named("book"));
        // The snapshotter is closed after the publication, because it reads the end of the session.
        try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofSeconds(10));
                BlockSource source = BlockSource.streamed(file);
                Bus bus = Bus.launch();
                Snapshotter snapshotter = Snapshotter.open(bus, stream, List.of(),
                        new SnapshotSettings(SNAPSHOT_INTERVAL_NS, SNAPSHOT_MESSAGES_PER_SECOND), CLOCK,
                        System.err::println);
                Publication publication = bus.publish(settings)) {
            snapshotter.follow(publication.session());
            System.out.println("waiting for a subscription to " + stream);
            while (!publication.awaitSubscribers(2, Duration.ofMillis(100))) { // one is the snapshotter
                if (shutdown.isRequested()) {
                    return;
                }
            }
            final Feed feed = new Feed(publication, day, new ItchNormaliser(day.midnightNs()), CLOCK,
                    (nowNs, messages) -> {
                        publication.idle();
                        return !shutdown.isRequested();
                    });
            try {
                feed.play(source, pace, 1);
            } catch (final RuntimeException e) {
                publication.breakOff(); // so that readers do not take a part of the session for all of it
                throw e;
            }
            System.out.println(feed.counts().messages() + " messages of " + day.date() + " on " + stream
                    + (source.tail().isWhole() ? "" : "; the file is " + source.tail().sentence()));
        }
    }
}
