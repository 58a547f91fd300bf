package io.verbus.latency.subject.verbus;

import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Subscription;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.relay.Relay;

/** Reads a relay, on a bus of this host. One thread drives both: the difference is the cost of copy and second poll. */
final class RelayedReading implements ReadingEnd, AutoCloseable {
    private final Bus bus;
    private final Relay relay;
    private final VerbusReading reading;

    RelayedReading(final Place place, final String stream, final VerbusReading reading, final Endpoint... endpoints) {
        this.reading = reading;
        bus = Bus.launch(
                VerbusSettings.bus(Variant.RELAYED).withDirectory(place.directory().resolve("relay-" + stream)));
        relay = Relay.open(bus, VerbusSettings.subscription(place, stream, event -> {}, endpoints),
                VerbusSettings.publication(place, Variant.RELAYED, stream));
    }

    Subscription subscribe(final Place place, final String stream) {
        return bus.subscribe(VerbusSettings.subscription(place, stream, reading));
    }

    @Override
    public boolean isReading() {
        relay.doWork();
        return reading.isReading();
    }

    @Override
    public int poll(final int limit) {
        relay.doWork();
        return reading.poll(limit);
    }

    @Override
    public void idle() {
        reading.idle();
    }

    @Override
    public long missed() {
        return reading.missed();
    }

    @Override
    public void close() {
        relay.close();
        bus.close();
    }
}
