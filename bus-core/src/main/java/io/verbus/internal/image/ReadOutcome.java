package io.verbus.internal.image;

/** Why a poll of an image stopped. */
enum ReadOutcome {
    /** The limit, the end of a batch, or a handler that did not take its message: there may be more. */
    PAUSED,
    /** Nothing more is committed. */
    DRAINED,
    /** The publisher has overwritten the next frame. */
    LAPPED,
    /** The end of a message that did not fit into the reassembly memory. */
    DROPPED,
    /** The end of a range that a relay did not get; the reader is after it. */
    MISSING,
    /** The end frame. */
    ENDED,
    /** Bytes that are not a valid frame. */
    CORRUPT
}
