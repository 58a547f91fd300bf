package io.verbus.rdma.link;

import static io.verbus.rdma.link.SubscriberWords.BEAT_OFFSET;
import static io.verbus.rdma.link.SubscriberWords.CONSUMED_OFFSET;
import static io.verbus.rdma.link.SubscriberWords.LEAVE_OFFSET;
import static io.verbus.rdma.link.SubscriberWords.RECEIVES_OFFSET;

import org.agrona.concurrent.UnsafeBuffer;

/** Hears a subscriber's words: credit for the cursor's owner, signs of life for the conductor. None is believed. */
public final class SubscriberEar {
    private final UnsafeBuffer words;
    private long receives;
    private volatile long beat;
    private volatile boolean left;

    /**
     * Of words that have not been said yet.
     *
     * @param words that the subscriber writes
     * @param receives that it has posted at first
     */
    public SubscriberEar(final UnsafeBuffer words, final int receives) {
        this.words = words;
        this.receives = receives;
    }

    /** Takes credit in; returns what is wrong with it, null if nothing is. */
    String takeCredit(final Credit credit) {
        receives = Word.read(words, RECEIVES_OFFSET, receives);
        return credit.take(Word.read(words, CONSUMED_OFFSET, credit.consumed()), receives);
    }

    /** Hears the signs of life; returns what is wrong with them, null if nothing is. */
    String listen() {
        final long newBeat = Word.read(words, BEAT_OFFSET, beat);
        if (newBeat < beat) {
            return "its heartbeat goes back";
        }
        beat = newBeat;
        final long leave = Word.read(words, LEAVE_OFFSET, 0);
        if (leave != 0 && leave != 1) {
            return "it leaves " + leave + " times";
        }
        left |= leave == 1;
        return null;
    }

    long heard() {
        return beat;
    }

    boolean isLeft() {
        return left;
    }
}
