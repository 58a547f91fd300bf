package io.verbus.internal.recovery;

import io.verbus.GapCause;

/** Why a response has a gap or ends. The order is that of the numbers in the layout. */
public enum RangeEndReason {
    /** The whole range was served. */
    COMPLETE(null),
    /** The rest, or the missing range, is not in the journal. */
    NOT_RECORDED(GapCause.NOT_RECORDED),
    /** The journal can't be read at this point. */
    DAMAGED(GapCause.DAMAGED),
    /** The request is refused at present, for lack of room or of a free response: repeat it. */
    REFUSED(null);

    private final GapCause gap;

    RangeEndReason(final GapCause gap) {
        this.gap = gap;
    }

    /** The cause of the gap; null if the reason causes none. */
    GapCause gap() {
        return gap;
    }
}
