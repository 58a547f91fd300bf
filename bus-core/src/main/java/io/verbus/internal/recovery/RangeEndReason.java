package io.verbus.internal.recovery;

/** Why a response ends. The order is that of the numbers in the layout. */
public enum RangeEndReason {
    /** The whole range was served. */
    COMPLETE,
    /** The rest is not in the journal. */
    NOT_RECORDED,
    /** The journal can't be read at this point. */
    DAMAGED,
    /** The request is refused at present, for lack of room or of a free response: repeat it. */
    REFUSED
}
