package io.verbus.image;

/** Why a turn of reading an image stopped. */
enum Outcome {
    /** The limit, the end of a batch, or a handler that did not take its message: there may be more. */
    PAUSED,
    /** Nothing is committed behind what was read. */
    DRAINED,
    /** The publisher has gone past what was to be read. */
    LAPPED,
    /** The end of a message that there was no memory for. */
    DROPPED,
    /** The end frame. */
    ENDED,
    /** Bytes that no publisher writes. */
    CORRUPT
}
