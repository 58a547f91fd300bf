package io.verbus.rdma.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.RdmaProvider;
import io.verbus.rdma.verbs.Lab;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Link;
import io.verbus.spi.LogLink;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.support.Patience;
import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** The transports of a publisher and a subscriber, in one process, over a real device. */
public final class Pair implements AutoCloseable {

    public final List<Throwable> errors = new CopyOnWriteArrayList<>();
    public final Transport publisher;
    public final Transport subscriber;
    public final ReceivePoller arrivals;
    private final String address;
    /** No test sends heartbeats. */
    private final String silence = Lab.iwarp() ? "silence=600000" : null;
    private final int port = Ports.next();

    public Pair(final int maxImages) {
        this(maxImages, Lab.address());
    }

    /** At an address in URI notation. */
    public Pair(final int maxImages, final String address) {
        this.address = address;
        publisher = open();
        subscriber = open();
        arrivals = subscriber.receivePoller(maxImages);
    }

    private Transport open() {
        return new RdmaProvider().open(new TransportContext(System::nanoTime, new SecureRandom(), errors::add));
    }

    /** The address where this pair connects. */
    public URI uri(final String parameters) {
        final String all = silence == null || parameters.contains("silence=")
                ? parameters
                : parameters + (parameters.isEmpty() ? "" : "&") + silence;
        return URI.create("rdma://" + address + ":" + port + (all.isEmpty() ? "" : "?" + all));
    }

    /** One duty cycle of both conductors. */
    public void lock() {
        publisher.doWork(System.nanoTime());
        subscriber.doWork(System.nanoTime());
    }

    /** Runs duty cycles until a condition holds. */
    public void until(final String what, final BooleanSupplier condition) {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (!condition.getAsBoolean()) {
            lock();
            assertTrue(System.nanoTime() < deadlineNs, () -> what + " did not occur; errors: " + errors);
        }
    }

    /** Connects a subscriber to a log. */
    public void join(final TestLog log, final TestImage image, final String parameters) {
        final int before = image.links.size();
        publisher.listen(uri(parameters), log);
        subscriber.connect(uri(parameters), image, image.another());
        until("the link", () -> image.links.size() > before && log.links.size() > before
                || !image.failures.isEmpty());
        assertEquals(List.of(), image.failures);
        assertEquals(List.of(), log.failures);
    }

    /** Ends, releases and closes links. */
    public void part(final Link... links) {
        for (final Link link : links) {
            link.end("ended by the test");
        }
        until("release", () -> List.of(links).stream().allMatch(Link::isReleased));
        for (final Link link : links) {
            link.close();
        }
    }

    /** Pushes and reads; compares every byte. */
    public void carry(final TestLog log, final LogLink out, final TestImage image, final ImageLink in, final long from,
            final long to, final int step) {
        final UnsafeBuffer memory = image.memories.getLast();
        final int mask = memory.capacity() - 1;
        long written = from;
        long pushed = from;
        long read = from;
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (read < to) {
            final long room = Math.min(Math.min(to, out.consumed() + memory.capacity()),
                    out.unfinished() == Long.MAX_VALUE
                            ? Long.MAX_VALUE
                            : out.unfinished() + memory.capacity());
            final long next = Math.min(written + step, room);
            if (next > written) {
                log.fill(written, next);
                written = next;
            }
            pushed = out.push(pushed, written);
            if (arrivals.poll() > 0) {
                for (; read < in.readable(); read += Long.BYTES) {
                    final long expected = TestLog.word(read);
                    if (memory.getLong((int) read & mask) != expected) {
                        assertEquals(expected, memory.getLong((int) read & mask), "at " + read);
                    }
                }
                in.consumed(read);
            } else {
                out.poll();
            }
            if (System.nanoTime() > deadlineNs) {
                assertEquals(to, read, "written " + written + ", pushed " + pushed + ", consumed " + out.consumed()
                        + ", unfinished " + out.unfinished() + ", " + out.endedBy() + ", " + in.endedBy());
            }
        }
        assertNull(out.endedBy());
        assertNull(in.endedBy());
    }

    @Override
    public void close() {
        subscriber.close();
        publisher.close();
    }
}
