package io.verbus.testkit.transport;

import io.verbus.Publication;
import io.verbus.support.Payloads;
import java.time.Duration;
import org.agrona.concurrent.UnsafeBuffer;

/** A publication whose messages follow from their sequences. */
public final class CheckedFeed {
    private static final Duration CLOSING_STEP = Duration.ofMillis(5);

    private final Publication publication;
    private final Payloads payloads;
    private final TransportUnderTest transport;

    /** A publication of messages that follow from payloads. */
    public CheckedFeed(final Publication publication, final Payloads payloads, final TransportUnderTest transport) {
        this.publication = publication;
        this.payloads = payloads;
        this.transport = transport;
    }

    public Publication publication() {
        return publication;
    }

    public long sequence() {
        return publication.sequence();
    }

    /** Publishes the next message; false if back-pressured. */
    public boolean offer() {
        final long sequence = publication.sequence();
        final int length = payloads.length(sequence);
        return length > publication.maxClaimLength() ? offerLong(length, sequence) : offer(length, sequence);
    }

    private boolean offerLong(final int length, final long sequence) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[length]);
        payloads.encode(message, 0, sequence);
        return publication.offer(message, 0, length) >= 0;
    }

    /** Publishes the next message in a longer claim; false if back-pressured. */
    public boolean offer(final int claimed, final long sequence) {
        final int offset = publication.claim(claimed);
        if (offset == Publication.CLOSED) {
            throw new AssertionError("closed");
        }
        if (offset < 0) {
            return false;
        }
        payloads.encode(publication.buffer(), offset, sequence);
        publication.commit(payloads.length(sequence));
        return true;
    }

    /** Publishes a number of messages, or fewer if a reader blocks it. Returns the number published. */
    public int offer(final int count) {
        for (int i = 0; i < count; i++) {
            if (!offer()) {
                return i;
            }
        }
        return count;
    }

    /** Claims, writes garbage, and aborts: no trace of it may remain. */
    public void abort(final int length) {
        final int offset = publication.claim(length);
        if (offset >= 0) {
            publication.buffer().setMemory(offset, length, (byte) 0xFF);
            publication.abort();
        }
    }

    /** Publishes at least so many bytes of log, without blocking readers. */
    public void pass(final long bytes) {
        final long until = publication.position() + bytes;
        while (publication.position() < until) {
            if (!offer()) {
                transport.settle(); // bytes in flight may block the claim
                if (!offer()) {
                    throw new AssertionError("back-pressured at " + publication.position());
                }
            }
        }
    }

    /** Closes it, while both conductors run and some readers poll. */
    public void close(final CheckedReader... reading) {
        while (!publication.tryClose()) {
            transport.pass(CLOSING_STEP);
            for (final CheckedReader reader : reading) {
                reader.poll(Integer.MAX_VALUE);
            }
        }
        transport.settle();
    }

    @Override
    public String toString() {
        return "published " + sequence() + ", read by " + publication.subscribers() + transport;
    }
}
