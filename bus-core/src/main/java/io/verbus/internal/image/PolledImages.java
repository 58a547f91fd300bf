package io.verbus.internal.image;

import io.verbus.PollHandler;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.os.OffHeapLongs;
import java.util.Arrays;
import java.util.List;

/**
 * The images of a subscription, polled in turn. Of several images, one without a new message costs one load, of the
 * commit word of its next frame, unless it reads for the first time, waits to be acknowledged, or is on another host.
 * Used by the polling thread.
 *
 * <p>An image delivers at most {@link #SHARE} messages before the others have their turn, whatever the limit of a poll:
 * a session that floods delays a message of another one by so many messages.
 */
public final class PolledImages {
    /** Most messages of an image in a row while there are several. */
    public static final int SHARE = 16;

    private static final Image[] NONE = {};

    private Image[] images = NONE;
    /** The reader of the only image; null of none or several. */
    private OrdinaryReader single;
    /** For each image the address of a word: nothing is committed in the image while the word is 0. */
    private long[] words = {};
    /** The address of the horizon, and the reader's position: the image is not lapped unless that is below. */
    private long[] horizons = {};
    private long[] positions = {};
    /** The latest poll in which the image has delivered less than a share. */
    private long[] lastPolls = {};
    /** Counts polls. */
    private long poll;
    /** Whether an image has delivered a whole share in this round, and may have more. */
    private boolean isAgain;
    /** The second cache line of the message that is expected in the image that was the last to deliver. */
    private long secondLine = OffHeapLongs.NEVER_ZERO;
    /** The value of a word of it. It is stored, because the compiler removes a load without use. */
    private long dropped;
    private int turn;
    private int lapTurn;
    private boolean done;

    /** Without an image. */
    public PolledImages() {
    }

    /** {@return the images} */
    public List<Image> list() {
        return List.of(images);
    }

    /** {@return whether an image was done after its poll, since the last replacement} */
    public boolean hasDone() {
        return done;
    }

    /**
     * Replaces the images. Each takes its checked path in the next poll.
     *
     * @param newImages to poll from now on
     */
    public void replace(final List<Image> newImages) {
        images = newImages.toArray(NONE);
        single = images.length == 1 ? images[0].ordinary() : null;
        words = new long[images.length];
        positions = new long[images.length];
        lastPolls = new long[images.length];
        horizons = newImages.stream().mapToLong(image -> Horizon.address(image.log.headerWords())).toArray();
        secondLine = OffHeapLongs.NEVER_ZERO;
        done = false;
        check();
    }

    /** Sends each image through its checked path in the next poll. */
    public void check() {
        Arrays.fill(words, OffHeapLongs.NEVER_ZERO);
        for (final Image image : images) {
            image.check();
        }
    }

    /**
     * Delivers messages of the images, each in order.
     *
     * @param handler receives them
     * @param limit of messages, above 0
     * @return the number of messages taken
     */
    public int poll(final PollHandler handler, final int limit) {
        if (single == null) {
            return pollInTurn(handler, limit);
        }
        final int count = single.poll(handler, limit);
        return count == OrdinaryReader.CHECK ? poll(images[0], handler, limit) : count;
    }

    private int poll(final Image image, final PollHandler handler, final int limit) {
        final int count = image.poll(handler, limit);
        done |= image.isDone();
        return count;
    }

    private int pollInTurn(final PollHandler handler, final int limit) {
        checkOneHorizon();
        dropped = OffHeapLongs.load(secondLine);
        poll++;
        int count = 0;
        do {
            isAgain = false;
            count += pollRound(handler, limit - count);
        } while (isAgain && count < limit);
        return count;
    }

    /**
     * A share of each image that has messages. An image that has delivered less than its share waits for the next poll:
     * it may have reported a gap, and the listener decides what the next poll does with its messages.
     */
    private int pollRound(final PollHandler handler, final int limit) {
        int at = turn;
        int count = 0;
        for (int left = images.length; left > 0 && count < limit;) {
            final int from = at + 1 < images.length ? at + 1 : 0;
            final int end = Math.min(images.length, from + left);
            at = readable(from, end);
            left -= at - from;
            if (at == end) {
                at--; // none of them
                continue;
            }
            left--;
            if (lastPolls[at] != poll) {
                final int taken = pollShare(at, handler, limit - count);
                count += taken;
                if (taken == SHARE) {
                    isAgain = true;
                } else {
                    lastPolls[at] = poll;
                }
            }
        }
        turn = at;
        return count;
    }

    private int pollShare(final int at, final PollHandler handler, final int limit) {
        final Image image = images[at];
        final int taken = poll(image, handler, Math.min(limit, SHARE));
        words[at] = image.nextWord();
        positions[at] = image.reader.position();
        if (taken > 0) {
            secondLine = image.secondLine();
        }
        return taken;
    }

    /** The index of the first image in which something may be committed, or the end. */
    private int readable(final int from, final int end) {
        final long[] words = this.words;
        int at = from;
        while (at < end && OffHeapLongs.loadAcquire(words[at]) == 0) {
            at++;
        }
        return at;
    }

    /** An image of which the next word is empty may have been lapped. Each is checked in one of so many polls. */
    private void checkOneHorizon() {
        lapTurn = lapTurn + 1 < images.length ? lapTurn + 1 : 0;
        if (lapTurn < images.length && OffHeapLongs.loadAcquire(horizons[lapTurn]) > positions[lapTurn]) {
            words[lapTurn] = OffHeapLongs.NEVER_ZERO;
        }
    }
}
