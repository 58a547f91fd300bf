package io.verbus.internal.recovery;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.SessionReader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import org.agrona.DirectBuffer;

/**
 * Reads a range of a journal in bounded steps, and writes its messages and gaps. It waits for sequences that are not
 * recorded yet, as long as the recorder makes progress.
 */
final class RangeReader implements JournalHandler, AutoCloseable {
    private static final int LIMIT = 256;

    private final Path directory;
    private final RangeRequest request;
    private final RangeResponseWriter writer;
    private final long patienceNs;
    /** Missing ranges that have not been written yet, for lack of room. */
    private final Queue<Missing> missing = new ArrayDeque<>();
    private SessionReader reader;
    /** First sequence that was neither written nor queued as missing. */
    private long next;
    private RangeEndReason reason;
    private String cause = "";
    private boolean full;
    private boolean done;
    private boolean started;
    private long progressNs;
    private long messages;

    private record Missing(long first, long last, RangeEndReason reason, String cause) {}

    RangeReader(final Path directory, final RangeRequest request, final RangeResponseWriter writer,
            final long patienceNs) {
        this.directory = directory;
        this.request = request;
        this.writer = writer;
        this.patienceNs = patienceNs;
        this.next = request.first();
    }

    /** Serves nothing: the response is an end with the cause. */
    static RangeReader refusing(final RangeRequest request, final RangeResponseWriter writer, final String cause) {
        final RangeReader none = new RangeReader(null, request, writer, 0);
        none.end(RangeEndReason.REFUSED, cause);
        return none;
    }

    /** Writes as much as there is room for; returns the number of records handled. */
    int doWork(final long nowNs) {
        if (!started) {
            started = true;
            progressNs = nowNs;
        }
        full = false;
        int count = 0;
        try {
            if (reader == null && reason == null) {
                open();
            }
            if (reason == null && missing.isEmpty()) {
                count = reader.poll(this, LIMIT);
            }
        } catch (final BusException e) {
            end(reader == null ? RangeEndReason.NOT_RECORDED : RangeEndReason.DAMAGED, e.getMessage());
        }
        final boolean isWritten = writeMissing();
        if (next > request.last()) {
            end(RangeEndReason.COMPLETE, "");
        } else if (count > 0 || full || !isWritten) {
            progressNs = nowNs;
        } else if (reason == null) {
            look(nowNs);
        }
        if (reason != null && isWritten) {
            done = writer.end(next, reason, cause);
        }
        return count;
    }

    private void open() {
        final SessionReader opened = JournalReader.open(directory).read(request.session());
        try {
            opened.seek(request.first());
        } catch (final BusException e) {
            opened.close();
            throw e;
        }
        reader = opened;
        lack(reader.next() - 1, RangeEndReason.NOT_RECORDED, "the journal begins with sequence " + reader.next());
    }

    /** The journal has no further record at present. */
    private void look(final long nowNs) {
        if (reader.isOver()) {
            end(RangeEndReason.NOT_RECORDED,
                    "the session ends with sequence " + (reader.next() - 1) + " in the journal");
        } else if (nowNs - progressNs > patienceNs) {
            end(RangeEndReason.NOT_RECORDED, "the journal ends before sequence " + reader.next());
        }
    }

    private void end(final RangeEndReason newReason, final String newCause) {
        reason = newReason;
        cause = newCause;
    }

    /** Queues the range from the next sequence to {@code last} as missing. */
    private void lack(final long last, final RangeEndReason missingBy, final String why) {
        final long until = Math.min(last, request.last());
        if (next <= until) {
            missing.add(new Missing(next, until, missingBy, why));
            next = until + 1;
        }
    }

    private boolean writeMissing() {
        while (!missing.isEmpty()) {
            final Missing one = missing.peek();
            if (!writer.missing(one.first, one.last, one.reason, one.cause)) {
                return false;
            }
            missing.remove();
        }
        return true;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final RecordHeader header) {
        final long end = header.sequence() + header.frames();
        if (end <= next) {
            return Action.TAKEN; // before the range
        }
        if (next > request.last()) {
            return Action.NOT_TAKEN;
        }
        full = !writeMissing() || !writer.message(buffer, offset, length, header.sequence(), header.frames(),
                header.publishedNs());
        if (full) {
            return Action.NOT_TAKEN;
        }
        next = end;
        messages++;
        return Action.TAKEN;
    }

    @Override
    public void onLoss(final long first, final long last, final long receivedNs, final String why) {
        lack(last, RangeEndReason.NOT_RECORDED, "not recorded: " + why);
    }

    @Override
    public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
        if (first <= last) {
            lack(last, RangeEndReason.DAMAGED, "damaged on the recorder's disk: " + damage);
        }
    }

    boolean isDone() {
        return done;
    }

    long messages() {
        return messages;
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
