package io.verbus.marketdata.history;

import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Session;
import io.verbus.marketdata.book.SnapshotStream;
import io.verbus.marketdata.generator.SessionShape;
import io.verbus.marketdata.snapshot.SnapshotDuty;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import java.util.HashMap;
import java.util.Map;

/** The feed: publishes generated messages on a stream, and snapshots of their books, and is killed and restarted. */
final class SnapshotFeed {
    static final String STREAM = "md.test";
    static final Flow FLOW = new Flow(new SessionShape(1, 6_000, 60, 1_200));
    static final Endpoint ADDRESS = Endpoint.connect("sim://a:1");

    private static final Endpoint LISTENER = Endpoint.listen("sim://a:1");
    private static final int CAPACITY = 64 << 10;
    /** The recovery timeout restarts if its observer is late by half of it, so it is far longer than a duty cycle. */
    private static final SnapshotSettings SETTINGS = new SnapshotSettings(50_000_000, 1_000_000,
            SnapshotWorld.CYCLE.multipliedBy(25));

    private final SnapshotWorld world;
    /** Number of messages published in each session. */
    private final Map<Long, Integer> published = new HashMap<>();
    private SnapshotWorld.Process process;
    private Publication stream;
    private Publication snapshots;
    private SnapshotDuty duty;
    private boolean hasSnapshots;
    private boolean isEnding;

    SnapshotFeed(final SnapshotWorld world) {
        this.world = world;
        launch();
    }

    private void launch() {
        process = world.launchHere();
        startSession();
    }

    private void startSession() {
        stream = publication(STREAM);
        snapshots = publication(SnapshotStream.of(STREAM));
        published.put(stream.session().id(), 0);
        hasSnapshots = true;
        duty = new SnapshotDuty(process.bus(), stream.session(), snapshots, SETTINGS, this::onNews,
                world.time().nowNs());
        world.trace().add("feed", "starts " + stream.session());
    }

    private Publication publication(final String name) {
        return process.bus().publish(PublicationSettings.of(name).withCapacity(CAPACITY).withPublisher("feed")
                .withLinger(SnapshotWorld.PROGRESS).withEndpoints(LISTENER));
    }

    private void onNews(final String news) {
        hasSnapshots = false;
        world.note("snapshots", SnapshotEvent.SNAPSHOTS_ENDED, news);
    }

    Session session() {
        return stream.session();
    }

    int published(final Session session) {
        return published.get(session.id());
    }

    /** Whether books can join: the snapshots lack no message. */
    boolean hasSnapshots() {
        return hasSnapshots;
    }

    void publish(final int count) {
        for (int i = 0; i < count && published(session()) < FLOW.messages().size(); i++) {
            final var message = FLOW.messages().get(published(session()));
            if (stream.offer(message, 0, message.capacity()) < 0) {
                world.note("feed", SnapshotEvent.REFUSED_CLAIM, "");
                return;
            }
            published.merge(session().id(), 1, Integer::sum);
            world.tally().count(SnapshotEvent.PUBLISHED);
        }
    }

    void writeSnapshots() {
        if (!isEnding) {
            duty.doWork(world.time().nowNs());
        }
    }

    /** One duty cycle of its conductor. */
    void cycle() {
        process.cycle();
    }

    /** Killed and restarted. */
    void kill() {
        world.note("feed", SnapshotEvent.FEED_KILLED, "");
        process.kill();
        launch();
    }

    /** Ends the session and starts another one in the same process. */
    void endSession(final Runnable others) {
        duty.close();
        isEnding = true;
        while (!stream.tryClose() || !snapshots.tryClose()) {
            others.run();
        }
        isEnding = false;
        world.note("feed", SnapshotEvent.SESSION_ENDED, "");
        startSession();
    }

    /** For a failure. */
    @Override
    public String toString() {
        return session() + ", " + published(session()) + " messages, " + duty.count() + " snapshots; its readers: "
                + stream.subscribers() + "; readers of the snapshots: " + snapshots.subscribers();
    }
}
