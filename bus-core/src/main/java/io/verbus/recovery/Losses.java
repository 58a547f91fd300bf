package io.verbus.recovery;

import io.verbus.peer.Gap;

/** Takes account of what was missing. */
interface Losses {
    /** Messages are lost: to be counted, written down, and told to the application. */
    void lose(Gap gap);

    /** So many, perhaps none, were delivered. */
    void filled(long messages);
}
