package io.verbus.testkit.distance;

import io.verbus.Publication;
import io.verbus.peer.Subscriber;
import io.verbus.testkit.Payloads;
import io.verbus.testkit.RecordingAudience;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** A publication of a history, and what its listener heard. */
final class Feed {
    /** Notes who joined when. */
    static final class Crowd extends RecordingAudience {
        private final Map<String, Long> joinedAt = new HashMap<>();
        private LongSupplier committed = () -> 0;

        @Override
        public void onJoined(final Subscriber subscriber) {
            super.onJoined(subscriber);
            joinedAt.putIfAbsent(subscriber.name(), committed.getAsLong());
        }
    }

    private final Publication publication;
    private final Crowd audience;
    private final Payloads payloads;
    private final SplittableRandom dice;
    private boolean publishing;
    private boolean closed;
    private long committed;

    Feed(final Publication publication, final Crowd audience, final SplittableRandom dice) {
        this.publication = publication;
        this.audience = audience;
        this.dice = dice;
        this.payloads = payloads(publication.session().id());
        audience.committed = publication::sequence;
    }

    /** Of every session: short messages, and now and then one of several frames. */
    static Payloads payloads(final long session) {
        return new Payloads(session, sequence -> {
            final long mixed = (session + sequence) * 0x9E37_79B9_7F4A_7C15L >>> 33;
            return (int) (mixed % 64 == 0 ? mixed % 16_000 : mixed % 600);
        });
    }

    long session() {
        return publication.session().id();
    }

    /** How many frames there were. */
    long committed() {
        return committed;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether its own thread is in the middle of something. */
    boolean isPublishing() {
        return publishing;
    }

    /** Publishes some messages, until one is refused. */
    void publish(final int count, final boolean flush) {
        publishing = true;
        for (int i = 0; i < count && offer(); i++) {
            assert publication.sequence() >= committed : "goes back";
        }
        if (flush) {
            publication.flush();
        }
        publishing = false;
    }

    private boolean offer() {
        final long sequence = publication.sequence();
        final int length = payloads.length(sequence);
        final UnsafeBuffer message = new UnsafeBuffer(new byte[length]);
        payloads.encode(message, 0, sequence);
        if (length <= publication.maxClaimLength() && dice.nextInt(8) == 0) { // a claim that was larger
            final int offset = publication.claim(publication.maxClaimLength());
            if (offset < 0) {
                return false;
            }
            publication.buffer().putBytes(offset, message, 0, length);
            publication.commit(length);
        } else if (publication.offer(message, 0, length) < 0) {
            return false;
        }
        committed = publication.sequence();
        return true;
    }

    /** Bytes of log so far. */
    long position() {
        return publication.position();
    }

    /** One step of its end. */
    void close() {
        publishing = true;
        closed = publication.tryClose();
        publishing = false;
    }

    /** Whether it has stopped to wait for a reader at any time. */
    boolean hasGivenUp(final String reader) {
        return audience.events().stream().anyMatch(event -> event.startsWith("evicted " + reader)
                || event.startsWith("left " + reader));
    }

    /** From which message on it has waited for a reader, at first. */
    long joinedAt(final String reader) {
        return audience.joinedAt.getOrDefault(reader, Long.MAX_VALUE);
    }

    @Override
    public String toString() {
        return "session " + Long.toHexString(session()) + ", " + committed + " frames" + (closed ? ", closed" : "")
                + ", heard " + audience.events();
    }
}
