package io.verbus;

import io.verbus.internal.access.InternalViews;
import io.verbus.internal.access.PresentReaders;
import io.verbus.internal.access.Relaying;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.FrameCopier;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.log.LongMessages;
import io.verbus.internal.publisher.BackPressureAttribution;
import io.verbus.internal.publisher.LocalReaders;
import io.verbus.internal.publisher.PublicationCloser;
import io.verbus.internal.publisher.PublicationParts;
import io.verbus.internal.publisher.RemoteReaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The writing end of a stream: one session, one log.
 *
 * <p>Claim space, encode the message into it, commit:
 *
 * <pre>{@code
 * int offset = publication.claim(length);
 * if (offset >= 0) {
 *     encoder.wrap(publication.buffer(), offset);
 *     publication.commit();
 * }
 * }</pre>
 *
 * <p>Used by one thread, the owner: the first that claims, until {@link #handOver()}. A second thread gets an {@link
 * IllegalStateException}, at the latest when it has written a sixteenth of the log. {@link #close()}, {@link
 * #tryClose()}, {@link #subscribers()}, {@link #position()} and {@link #sequence()} may be called by any thread. Claim,
 * commit and offer allocate nothing, take no lock and make no system call.
 */
public final class Publication implements MessageWriter, AutoCloseable {
    /** A {@link Policy#BLOCK} subscription lags by a whole log: try again. */
    public static final int BACK_PRESSURED = LogWriter.BACK_PRESSURED;
    /** The publication is closed. */
    public static final int CLOSED = LogWriter.CLOSED;

    private static final long REST_NS = 100_000;

    static {
        InternalViews.provide(PresentReaders.class, Publication.class, publication -> publication::present);
        InternalViews.provide(Relaying.OfPublication.class, Publication.class,
                publication -> publication.new Relayed());
    }

    private final Log log;
    private final LogWriter writer;
    private final LocalReaders readers;
    /** Null without endpoints. */
    private final RemoteReaders remote;
    private final boolean pushesOnCommit;
    private final LongMessages longMessages;
    private final int maxClaimLength;
    private final MutableDirectBuffer buffer;
    private final AtomicCounter backPressure;
    private final BackPressureAttribution attribution;
    private final PublicationCloser.Lifetime lifetime;
    private volatile boolean isRegular = true;
    private PublicationCloser closing;
    private volatile boolean closed;
    private boolean released;

    Publication(final PublicationParts parts, final AtomicCounter backPressure,
            final PublicationCloser.Lifetime lifetime) {
        this.log = parts.log();
        this.writer = parts.writer();
        this.readers = parts.readers();
        this.remote = parts.remote();
        this.pushesOnCommit = parts.remote() != null && parts.pushesOnCommit();
        this.longMessages = new LongMessages(log, writer);
        this.maxClaimLength = writer.maxPayloadLength();
        this.buffer = log.ring();
        this.backPressure = backPressure;
        this.attribution = new BackPressureAttribution(parts, lifetime.conductor());
        this.lifetime = lifetime;
    }

    /**
     * Reserves space for a message. A previous claim that was not committed is aborted.
     *
     * @param length of the message in bytes, 0 to {@link #maxClaimLength()}
     * @return its offset in {@link #buffer()}; or {@link #BACK_PRESSURED} or {@link #CLOSED}, which are negative
     * @throws IllegalArgumentException if the length is out of range
     * @throws IllegalStateException if another thread is the owner
     */
    @Override
    public int claim(final int length) {
        assert writer.isMine() : "claimed by " + Thread.currentThread() + ": " + writer.owner();
        final int offset = writer.claim(length);
        if (offset == BACK_PRESSURED) {
            backPressured();
        }
        return offset;
    }

    /**
     * {@return the buffer for claimed messages: always the same object; may be written only between a claim and its
     * commit or abort}
     */
    @Override
    public MutableDirectBuffer buffer() {
        return buffer;
    }

    /**
     * Publishes the claimed message.
     *
     * @return its sequence
     * @throws IllegalStateException if nothing is claimed
     */
    @Override
    public long commit() {
        final long sequence = writer.commit();
        if (pushesOnCommit) {
            remote.push();
        }
        return sequence;
    }

    /**
     * Publishes the claimed message with a shorter length.
     *
     * @param length in bytes, 0 to the claimed length
     * @return its sequence
     * @throws IllegalStateException if nothing is claimed, or the claim is shorter
     */
    public long commit(final int length) {
        final long sequence = writer.commit(length);
        if (pushesOnCommit) {
            remote.push();
        }
        return sequence;
    }

    /**
     * Pushes the committed messages to subscriptions on other hosts, as far as credit allows, in one write. Needed only
     * if commits do not push at once, see {@link PublicationSettings#withPushesOnCommit}; without a flush, they are
     * pushed in the next duty cycle. Subscriptions on this host see each commit at once. With a {@link Pusher} it does
     * nothing: the pusher pushes every commit as soon as it can.
     */
    public void flush() {
        assert writer.isMine() : "flushed by " + Thread.currentThread() + ": " + writer.owner();
        if (remote != null) {
            remote.push();
        }
    }

    /**
     * Shows that the publishing thread runs, also without messages. If the owner calls this, the publication shows the
     * time since its thread last published, was refused a claim, or called this; {@code ./bus stat} prints a long time.
     * Call it in the loop, every few milliseconds or more often; it costs a store to memory of this process. By the
     * owner.
     */
    public void idle() {
        assert writer.isMine() : "idle of " + Thread.currentThread() + ": " + writer.owner();
        writer.idle();
    }

    /**
     * Releases ownership: the next thread that claims becomes the owner. A claim that was not committed is aborted. By
     * the owner; the application ensures that the other thread claims after this has returned.
     */
    public void handOver() {
        assert writer.isMine() : "handed over by " + Thread.currentThread() + ": " + writer.owner();
        writer.handOver();
    }

    /** Aborts the claim: subscribers see nothing of it, and no sequence is used. */
    @Override
    public void abort() {
        writer.abort();
    }

    /**
     * Publishes a copy of a message. A message longer than the longest claim is published in several frames, each with
     * a sequence of its own, which subscriptions reassemble.
     *
     * @param source of the message
     * @param offset of its first byte
     * @param length in bytes, 0 to {@link #maxMessageLength()}
     * @return the sequence of its first frame; or {@link #BACK_PRESSURED} or {@link #CLOSED}, which are negative, and
     *     then no part of it is published
     * @throws IllegalArgumentException if the length is out of range
     */
    public long offer(final DirectBuffer source, final int offset, final int length) {
        if (length > maxClaimLength) {
            assert writer.isMine() : "offered by " + Thread.currentThread() + ": " + writer.owner();
            final long sequence = longMessages.offer(source, offset, length);
            if (sequence == BACK_PRESSURED) {
                backPressured();
            } else if (pushesOnCommit) {
                remote.push();
            }
            return sequence;
        }
        final int claimed = claim(length);
        if (claimed < 0) {
            return claimed;
        }
        buffer.putBytes(claimed, source, offset, length);
        return commit();
    }

    /** {@return the longest claim in bytes: a sixteenth of the log less the header} */
    public int maxClaimLength() {
        return maxClaimLength;
    }

    /** {@return the longest message that can be offered, in bytes: a quarter of the log, at most 16 MiB} */
    public int maxMessageLength() {
        return longMessages.maxLength();
    }

    /** {@return name of the stream} */
    public String stream() {
        return log.identity().stream();
    }

    /**
     * Whether another program has removed the log file, as systemd does at logout (RemoveIPC). No subscription can join
     * this session any more, and those on this host have lost it: close it, and publish again. Any thread; known within
     * a few duty cycles, and reported to the error handler of the bus.
     *
     * @return true if so
     */
    public boolean isLogRemoved() {
        return readers.isLogRemoved();
    }

    /** {@return the session of this publication} */
    @Override
    public Session session() {
        return log.identity().asSession();
    }

    /** {@return bytes of log since the session began; any thread} */
    @Override
    public long position() {
        return writer.position();
    }

    /** {@return sequence of the next message, which is the number of frames committed so far; any thread} */
    public long sequence() {
        return writer.sequence();
    }

    /** {@return the readers of this session, as of the last duty cycle; any thread; empty when closed} */
    public List<Subscriber> subscribers() {
        return lifetime.conductor().between(() -> {
            if (released) {
                return List.of();
            }
            final List<Subscriber> all = new ArrayList<>(readers.describe());
            if (remote != null) {
                all.addAll(remote.describe());
            }
            return all;
        });
    }

    private Set<Long> present(final String name) {
        return lifetime.conductor().between(() -> {
            final Set<Long> present = new HashSet<>();
            if (!released) {
                present.addAll(readers.present(name));
                if (remote != null) {
                    remote.describe().stream().filter(one -> one.name().equals(name))
                            .forEach(one -> present.add(one.id()));
                }
            }
            return present;
        });
    }

    /**
     * Waits until enough subscriptions read this session, those under {@link Policy#BLOCK} acknowledged, so that none
     * of them misses later commits. Steps the conductor of a bus without a thread of its own, whose clock has to
     * advance meanwhile.
     *
     * @param count of subscriptions
     * @param timeout longest wait
     * @return false if there were fewer when the time was over
     */
    public boolean awaitSubscribers(final int count, final Duration timeout) {
        final long deadlineNs = lifetime.conductor().nowNs() + timeout.toNanos();
        while (subscribers().stream().filter(Subscriber::isReady).count() < count) {
            if (lifetime.conductor().nowNs() - deadlineNs > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            lifetime.conductor().stepForCaller();
            LockSupport.parkNanos(REST_NS);
        }
        return true;
    }

    /**
     * Ends the session. Any thread may call it at any time, also while the owner publishes; a second call does nothing.
     *
     * <p>Claims and offers after the call return {@link #CLOSED}. An earlier claim of the owner, committed in time, is
     * the last message. Then the end frame is published. The call waits until every {@link Policy#BLOCK} subscription
     * has consumed it, for at most the linger time without progress of the slowest of them, and removes the log. A
     * claim of the calling thread, or of an owner that has ended, is aborted.
     *
     * <p>If the owner neither commits nor aborts its claim within the linger time, and at least a second, no end frame
     * is published: subscribers read the committed messages, and then the session is lost. The log file is unlinked,
     * and stays mapped until the owner has committed or aborted, or else until the process ends: the owner never writes
     * to memory outside the log.
     *
     * @throws IllegalStateException if called by a listener or an error handler that the conductor calls: the conductor
     *     would wait for itself
     */
    @Override
    public void close() {
        while (!tryClose()) {
            LockSupport.parkNanos(REST_NS);
        }
    }

    /**
     * Marks the session as incomplete: {@link #close()} then waits as usual, but publishes no end frame, and each
     * subscription reports the session as lost after its last message. On this host it is lost for good; on another
     * host, it is lost for good once the publisher's address no longer offers the session. Before the first call of
     * close; any thread.
     */
    public void breakOff() {
        isRegular = false;
    }

    /**
     * One step of {@link #close()} that never waits, for a thread with other work. Claims after the first call are
     * refused. Any thread.
     *
     * @return true when the publication is closed; until then, call again
     * @throws IllegalStateException if called by a listener or an error handler that the conductor calls
     */
    public boolean tryClose() {
        if (!closed) {
            lifetime.conductor().checkNotInCycle();
            lifetime.conductor().run(this::closeStep);
        }
        return closed;
    }

    /** Under the conductor's lock, because several threads may close. */
    private void closeStep() {
        if (closing == null) {
            closing = new PublicationCloser(writer, readers, remote, lifetime, isRegular);
        }
        if (!closed && closing.step()) {
            if (!release()) {
                log.unlink(); // subscribers see that the session has ended
                lifetime.deferred().accept(this::release);
            }
            closed = true;
        }
    }

    /** Releases the log's memory, unless the owner is inside a claim. Under the conductor's lock. */
    private boolean release() {
        if (!released && closing.isVacant()) {
            released = true;
            writer.close();
            lifetime.release().run();
        }
        return released;
    }

    boolean isOf(final Log other) {
        return log == other;
    }

    /** Records a refused claim, and pushes: a reader cannot consume a frame that was not pushed to it. */
    private void backPressured() {
        if (writer.begin()) {
            backPressure.incrementPlain();
            attribution.refused();
            if (remote != null) {
                remote.push();
            }
        }
        writer.abort();
    }

    /** For a relay, which writes the frames of another log. */
    private final class Relayed implements Relaying.OfPublication {
        private final FrameCopier copier = new FrameCopier(log, writer);

        @Override
        public boolean copy(final DirectBuffer source, final int at, final long end) {
            return isDone(copier.copy(source, at, end));
        }

        @Override
        public boolean skipTo(final Boundary to) {
            return isDone(copier.skipTo(to.position(), to.sequence()));
        }

        @Override
        public void silent(final boolean isSilent) {
            log.silent(isSilent);
        }

        @Override
        public void leave() {
            log.leave();
        }

        @Override
        public void end() {
            isRegular = true;
        }

        private boolean isDone(final int refusal) {
            if (refusal == BACK_PRESSURED) {
                backPressured();
            }
            return refusal == 0;
        }
    }
}
