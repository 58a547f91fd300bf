package io.verbus.orders.history;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EntryDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.SeatConnectedDecoder;
import io.verbus.codec.orders.SeatDisconnectedDecoder;
import io.verbus.codec.orders.TimeDecoder;
import io.verbus.orders.MessageHead;
import io.verbus.orders.MessageLengths;
import io.verbus.orders.SimulatedLog;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/** Checks the entries, one after the other: they follow from the messages of the seats. */
final class EntryLedger {
    private static final long NONE = 0;

    private final SimulatedLog entries;
    private final Map<Long, HistoryRun> runs;
    private final ReportLedger refused;
    private final long[] nextNumbers;
    private final long[] sessions;
    private final Set<Long> disconnectedSessions = new HashSet<>();
    private final Set<String> taken = new HashSet<>();
    private final MessageHead head = new MessageHead();
    private final MessageHead inner = new MessageHead();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EntryDecoder entry = new EntryDecoder();
    private final SeatConnectedDecoder connected = new SeatConnectedDecoder();
    private final SeatDisconnectedDecoder disconnected = new SeatDisconnectedDecoder();
    private final TimeDecoder time = new TimeDecoder();
    private int checked;
    private long lastTimeNs;

    /** The runs of seats are by session. */
    EntryLedger(final SimulatedLog entries, final Map<Long, HistoryRun> runs, final ReportLedger refused,
            final int seats) {
        this.refused = refused;
        this.entries = entries;
        this.runs = runs;
        this.nextNumbers = new long[seats];
        this.sessions = new long[seats];
        Arrays.fill(nextNumbers, 1);
    }

    void check() {
        while (checked < entries.size()) {
            final UnsafeBuffer buffer = entries.buffer(checked++);
            require(head.wrap(buffer, 0, buffer.capacity()), "entry " + checked + " is malformed");
            require(head.number() == checked, "entry " + checked + " has number " + head.number());
            time.wrap(buffer, MessageHeaderDecoder.ENCODED_LENGTH, TimeDecoder.BLOCK_LENGTH, 0);
            require(time.time() >= lastTimeNs, "the time goes back");
            lastTimeNs = time.time();
            switch (head.template()) {
                case EntryDecoder.TEMPLATE_ID -> message(buffer);
                case SeatConnectedDecoder.TEMPLATE_ID -> {
                    final long session = connected.wrapAndApplyHeader(buffer, 0, header).session();
                    require(sessions[head.seat()] == NONE || sessions[head.seat()] == session,
                            "seat " + head.seat() + " is connected twice");
                    require(runs.get(session).seat == head.seat(), "another seat's session is connected");
                    require(!disconnectedSessions.contains(session), "a disconnected session is connected again");
                    require(!runs.get(session).isIntruder, "a wrong proof is accepted");
                    sessions[head.seat()] = session;
                }
                case SeatDisconnectedDecoder.TEMPLATE_ID -> disconnected(buffer);
                default -> throw new AssertionError("entry of type " + head.template());
            }
        }
    }

    private void disconnected(final UnsafeBuffer buffer) {
        final long session = disconnected.wrapAndApplyHeader(buffer, 0, header).session();
        require(session == sessions[head.seat()], "a session is disconnected that was not connected");
        sessions[head.seat()] = NONE;
        disconnectedSessions.add(session);
        if (disconnected.cause() != DisconnectCause.TERMINATED) {
            final HistoryRun run = runs.get(session);
            final SimulatedLog log = run.process.log;
            final int last = log.size() - 1;
            // Numbers above the next one are refused, so if the last message is taken or refused, all of them are.
            require(last < 0 || run.foreign.contains(last) || !isNumbered(log.buffer(last)) || isTaken(session, last)
                    || refused.isRefused(session, last),
                    "message " + last + " was committed before the entry of the"
                            + " disconnection, and was not read");
        }
    }

    private boolean isNumbered(final UnsafeBuffer buffer) {
        return inner.wrap(buffer, 0, buffer.capacity()) && MessageLengths.isNumbered(inner.template());
    }

    private void message(final UnsafeBuffer buffer) {
        entry.wrapAndApplyHeader(buffer, 0, header);
        final int seat = head.seat();
        final String origin = origin(entry.session(), entry.sequence());
        require(entry.session() == sessions[seat], "message " + origin + " is taken after the seat's disconnection");
        final byte[] sent = runs.get(entry.session()).process.log.message((int) entry.sequence());
        final byte[] message = new byte[entry.length()];
        buffer.getBytes(MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength(), message);
        require(Arrays.equals(sent, message), "message " + origin + " is not as sent");
        inner.wrap(new UnsafeBuffer(message), 0, message.length);
        require(inner.seat() == seat, "message " + origin + " is of seat " + inner.seat() + ", taken for " + seat);
        require(inner.number() == nextNumbers[seat],
                "number " + inner.number() + " is taken, expected " + nextNumbers[seat]);
        require(taken.add(origin), "message " + origin + " is taken twice");
        nextNumbers[seat]++;
    }

    boolean isTaken(final long session, final long sequence) {
        return taken.contains(origin(session, sequence));
    }

    int size() {
        return checked;
    }

    static String origin(final long session, final long sequence) {
        return session + "/" + sequence;
    }

    static void require(final boolean holds, final String failure) {
        if (!holds) {
            throw new AssertionError(failure);
        }
    }
}
