package io.verbus.sample.publisher.mold;

/** Where a receiver is in its session. */
public enum MoldState {
    /** No packet has come yet. */
    SILENT,
    /** All messages that were heard of are delivered. */
    LIVE,
    /** Messages are missing and asked for. */
    RECOVERING,
    /** All messages before the end of the session are delivered, and the receiver listens whether it was the end. */
    ENDING,
    /** The session has ended and all its messages are delivered, or told as lost. */
    ENDED,
    /** Messages are lost and the settings do not go on without them. */
    GIVEN_UP
}
