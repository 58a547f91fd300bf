package io.verbus.rdma.support;

import io.verbus.GapCause;
import io.verbus.Refusal;
import io.verbus.internal.log.LogLayout;
import io.verbus.spi.LogConnector;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.LogLink;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** A log with bytes that are a function of their position; records the calls of its transport. */
public final class TestLog implements LogConnector {
    private final LogIdentity identity;
    private final UnsafeBuffer file;
    private final UnsafeBuffer ring;
    public final List<LogLink> links = new ArrayList<>();
    public final List<Request> requests = new ArrayList<>();
    public final List<String> failures = new ArrayList<>();
    public long first;
    public RuntimeException refusal;

    public TestLog(final String stream, final long session, final int capacity) {
        this.identity = new LogIdentity(stream, session, "publisher", capacity, false, 7, 8, 9, 10, "build");
        final int length = LogLayout.length(capacity);
        this.file = new UnsafeBuffer(ByteBuffer.allocateDirect(length + LogLayout.HEADER_LENGTH)
                .alignedSlice(LogLayout.HEADER_LENGTH), 0, length);
        this.ring = new UnsafeBuffer(file, LogLayout.ringOffset(session), capacity);
    }

    /** The word at a position that is a multiple of 8. */
    public static long word(final long position) {
        return position * 0x9E37_79B9_7F4A_7C15L;
    }

    /** Writes the words of a range. */
    public void fill(final long from, final long to) {
        for (long position = from; position < to; position += Long.BYTES) {
            ring.putLong((int) position & ring.capacity() - 1, word(position));
        }
    }

    @Override
    public LogIdentity identity() {
        return identity;
    }

    @Override
    public UnsafeBuffer ring() {
        return ring;
    }

    @Override
    public UnsafeBuffer file() {
        return file;
    }

    @Override
    public Offer offer(final Request request) {
        if (refusal != null) {
            throw refusal;
        }
        requests.add(request);
        return new Offer(identity, first, 3, 3, GapCause.TOO_OLD, Refusal.NONE);
    }

    @Override
    public void joined(final Request request, final LogLink link) {
        links.add(link);
    }

    @Override
    public void dropped(final Request request, final String cause) {
        failures.add("dropped: " + cause);
    }

    @Override
    public void failed(final URI to, final String cause) {
        failures.add(cause);
    }
}
