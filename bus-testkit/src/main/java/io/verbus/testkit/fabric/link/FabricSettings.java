package io.verbus.testkit.fabric.link;

import java.time.Duration;

/**
 * The properties of the devices of a fabric.
 *
 * @param maxPush bytes of one request at most, a multiple of the frame alignment; below the frame length every push
 * stops inside a frame
 * @param requests in flight of one link end at most
 * @param receives posted by a subscriber's end
 * @param retry timeout of unanswered requests, after which the link ends
 * @param handshake timeout of connection setup
 * @param idle duration of empty polls after which small credit is returned
 * @param history whether logs are offered for reading
 * @param moody whether transfers are delayed and separated at random, and devices refuse some requests; otherwise every
 * possible transfer completes at each step
 */
public record FabricSettings(int maxPush, int requests, int receives, Duration retry, Duration handshake, Duration idle,
        boolean history, boolean moody) {

    /** Without random delays, with small pushes: nothing takes longer than a step. */
    public static FabricSettings prompt() {
        return new FabricSettings(96, 64, 128, Duration.ofMillis(60), Duration.ofMillis(500), Duration.ZERO, true,
                false);
    }

    /** With random delays in every step. */
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

    public FabricSettings withoutHistory() {
        return new FabricSettings(maxPush, requests, receives, retry, handshake, idle, false, moody);
    }
}
