package io.verbus.testkit.fabric.link;

import io.verbus.spi.ReceivePoller;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reports arrivals to one polling thread. */
public final class FabricReceivePoller implements ReceivePoller {
    private final Station station;
    private final int maxImages;
    private final Guard guard;
    private final List<ImageSide> links = new CopyOnWriteArrayList<>();

    public FabricReceivePoller(final Station station, final int maxImages) {
        this.station = station;
        this.maxImages = maxImages;
        this.guard = new Guard(station.medium().contract(), "arrivals of " + station.name());
    }

    /** Whether no further image fits. */
    public boolean isFull() {
        links.removeIf(FabricLink::isClosed);
        return links.size() >= maxImages;
    }

    public int maxImages() {
        return maxImages;
    }

    public void add(final ImageSide link) {
        guard.checkOpen("add");
        links.add(link);
    }

    @Override
    public int poll() {
        guard.enter("poll");
        station.medium().polled();
        try {
            int count = 0;
            for (final ImageSide link : links) {
                count += link.isClosed() ? 0 : link.takeIn(station.clock().nanoTime());
            }
            return count;
        } finally {
            guard.exit("poll");
        }
    }

    @Override
    public void close() {
        guard.close();
        station.medium().contract().check(links.stream().allMatch(FabricLink::isClosed),
                "arrivals of " + station.name(),
                "close while links use them: " + links);
    }
}
