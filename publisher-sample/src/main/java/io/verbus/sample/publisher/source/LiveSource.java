package io.verbus.sample.publisher.source;

import java.util.List;

/** Messages as they come. */
public interface LiveSource {
    /** Why the books are to be cleared before a block. */
    enum Clear {
        /** They are not. */
        NO,
        /** A session of the source begins with this block. */
        SESSION_BEGINS,
        /** Messages before this block are lost. */
        GAP
    }

    /**
     * What has come. Never waits.
     *
     * @return a block, valid until the next call, empty when nothing has come; null when the source has ended
     * @throws io.verbus.BusException if the source can't be followed further
     */
    Block next();

    /** {@return what is to be done before the block that {@link #next()} has returned last} */
    Clear clear();

    /** {@return what a person should know, since the last call: lines} */
    List<String> news();
}
