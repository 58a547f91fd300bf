package io.verbus.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbus.internal.os.BusThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An output whose {@code write} never blocks: it copies the bytes into a bounded queue, and a daemon thread writes
 * them to the target. A write that does not fit is dropped whole; as soon as there is room again, one line reports the
 * number of dropped writes. {@code flush} does nothing; {@link #drain} waits for the queue, for a bounded time.
 *
 * <p>For threads that must not depend on the reader of a pipe: if the reader of a pipe of 64 KiB hangs, each write
 * to it blocks. Thread-safe. The lock is never held during a write to the target.
 */
public final class BackgroundPrinter extends OutputStream {
    private final OutputStream target;
    private final int capacityBytes;
    private final String targetName;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<byte[]> queue = new ArrayDeque<>();
    private int queuedBytes;
    private boolean isWriting;
    private boolean isClosed;
    private long dropped;
    private long unreported;

    /**
     * Starts the thread, which may run on all cores of the process.
     *
     * @param target receives the bytes, from the thread of this printer only; its errors are ignored
     * @param capacityBytes most bytes in the queue, above 0
     * @param targetName name of the target in the line that reports dropped writes, such as "standard error"
     */
    public BackgroundPrinter(final OutputStream target, final int capacityBytes, final String targetName) {
        this.target = target;
        this.capacityBytes = capacityBytes;
        this.targetName = targetName;
        BusThreads.named("verbus-printer").newThread(this::run).start();
    }

    @Override
    public void write(final int b) {
        write(new byte[]{(byte) b}, 0, 1);
    }

    @Override
    public void write(final byte[] bytes, final int offset, final int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        final byte[] copy = new byte[length];
        System.arraycopy(bytes, offset, copy, 0, length);
        lock.lock();
        try {
            reportDropped();
            if (isClosed || unreported > 0 || queuedBytes + length > capacityBytes) {
                dropped++;
                unreported++;
            } else {
                add(copy);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Queues the report when half of the queue is free, so that a blocked target gets few of them. */
    private void reportDropped() {
        if (unreported > 0 && queuedBytes <= capacityBytes / 2) {
            add(String.format(Locale.ROOT, "verbus: %s was blocked: %,d %s not printed%n", targetName, unreported,
                    unreported == 1 ? "line was" : "lines were").getBytes(UTF_8));
            unreported = 0;
        }
    }

    private void add(final byte[] bytes) {
        queue.add(bytes);
        queuedBytes += bytes.length;
        changed.signalAll();
    }

    /** {@return the number of dropped writes} */
    public long dropped() {
        lock.lock();
        try {
            return dropped;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the target has all earlier writes.
     *
     * @param atMost longest wait
     * @return true if it has; false also if the caller is interrupted, which it stays
     */
    public boolean drain(final Duration atMost) {
        long leftNs = atMost.toNanos();
        lock.lock();
        try {
            while ((isWriting || !queue.isEmpty() || unreported > 0) && leftNs > 0) {
                leftNs = changed.awaitNanos(leftNs);
            }
            return !isWriting && queue.isEmpty() && unreported == 0;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Does nothing: a flush that waited for the target would block. */
    @Override
    public void flush() {
        // Deliberately empty.
    }

    /** Drains for up to a second and ends the thread; later writes are dropped. The target stays open. */
    @Override
    public void close() {
        drain(Duration.ofSeconds(1));
        lock.lock();
        try {
            isClosed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        byte[] next = take();
        while (next != null) {
            try {
                target.write(next);
                target.flush();
            } catch (final IOException | RuntimeException e) {
                // There is no other place to report it.
            }
            next = take();
        }
    }

    /** Waits for bytes; null once this is closed and the queue is empty. */
    private byte[] take() {
        lock.lock();
        try {
            isWriting = false;
            changed.signalAll();
            reportDropped();
            while (queue.isEmpty() && !isClosed) {
                changed.awaitUninterruptibly();
            }
            final byte[] next = queue.poll();
            if (next != null) {
                queuedBytes -= next.length;
                isWriting = true;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }
}
