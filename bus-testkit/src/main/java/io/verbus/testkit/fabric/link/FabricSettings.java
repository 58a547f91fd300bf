package io.verbus.testkit.fabric.link;

import java.time.Duration;

/**
 * What the devices of a fabric can do.
 *
 * @param maxPush bytes of one request at most, a multiple of the frames' alignment; less than a frame, and every push
 *     stops in the middle of one
 * @param requests that one end of a connection has under way at most
 * @param receives that a subscriber's end has posted
 * @param retry after which an end whose requests are not answered gives up
 * @param handshake how long a connection may take to come about
 * @param idle for how long polls come up empty before small credit is given back
 * @param history whether logs are offered to be read
 * @param moody whether things take their time, one at a time and not together, and devices refuse now and then; else
 *     everything that can arrive does so at each step
 */
public record FabricSettings(int maxPush, int requests, int receives, Duration retry, Duration handshake, Duration idle,
        boolean history, boolean moody) {

    /** Obliging, with small pushes: nothing takes longer than a step. */
    public static FabricSettings prompt() {
        return new FabricSettings(96, 64, 128, Duration.ofMillis(60), Duration.ofMillis(500), Duration.ZERO, true,
                false);
    }

    /** Whose every step may be a long one. */
    public static FabricSettings moodyOnes() {
        return new FabricSettings(96, 24, 32, Duration.ofMillis(60), Duration.ofMillis(500), Duration.ofMillis(1),
                true, true);
    }

    public FabricSettings withMaxPush(final int newMaxPush) {
        return new FabricSettings(newMaxPush, requests, receives, retry, handshake, idle, history, moody);
    }

    public FabricSettings withRequests(final int newRequests) {
        return new FabricSettings(maxPush, newRequests, receives, retry, handshake, idle, history, moody);
    }

    public FabricSettings withReceives(final int newReceives) {
        return new FabricSettings(maxPush, requests, newReceives, retry, handshake, idle, history, moody);
    }

    public FabricSettings withIdle(final Duration newIdle) {
        return new FabricSettings(maxPush, requests, receives, retry, handshake, newIdle, history, moody);
    }

    public FabricSettings withoutHistory() {
        return new FabricSettings(maxPush, requests, receives, retry, handshake, idle, false, moody);
    }
}
