package io.verbus.recovery.range;

/** Why an answer ends. The order is that of the numbers in the layout. */
public enum EndReason {
    /** The whole range was served. */
    COMPLETE,
    /** The rest is not in the journal. */
    NOT_RECORDED,
    /** The journal can't be read there. */
    DAMAGED,
    /** Nothing is served at present, for want of room or because too many ask: worth another request. */
    REFUSED
}
