package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EntryDecoder;
import io.verbus.codec.orders.ExecutedReportDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.SeatConnectedDecoder;
import io.verbus.codec.orders.SeatDisconnectedDecoder;
import io.verbus.orders.MessageHead;
import io.verbus.orders.MessageLengths;
import io.verbus.support.Patience;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;

/**
 * Reads the entries and reports of a market while it runs. Entries have no gap; each request of a seat is an entry
 * once, in order, from the session that is connected; the reports of a seat have no gap. A next gateway publishes the
 * reports before it again.
 */
final class EntryAudit implements AutoCloseable {
    /** A time in which a seat was not connected, by event numbers. */
    private record Absence(int seat, long first, long last) {}

    /** An execution of an order of a seat. */
    private record Execution(int seat, long event) {}

    private static final int LIMIT = 1_000;
    private static final long PARK_NS = 100_000;

    private final Subscription log;
    private final Subscription out;
    private final MessageHead head = new MessageHead();
    private final MessageHead request = new MessageHead();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final Map<Integer, Long> sessions = new HashMap<>();
    private final Map<Integer, Long> nextRequests = new HashMap<>();
    private final Map<Integer, Long> nextReports = new HashMap<>();
    private final Map<Integer, Long> disconnections = new HashMap<>();
    private final List<Absence> absences = new ArrayList<>();
    private final List<Execution> executions = new ArrayList<>();
    private final List<String> sessionEvents = new ArrayList<>();
    private DisconnectCause lastCause = DisconnectCause.NULL_VAL;
    private long events;
    private long repeated;

    EntryAudit(final Bus bus) {
        log = subscribe(bus, "orders.log");
        out = subscribe(bus, "orders.out");
    }

    private Subscription subscribe(final Bus bus, final String stream) {
        return bus.subscribe(SubscriptionSettings.of(stream).withName("audit").withStart(Start.oldest())
                .withRepair(Repair.REPAIR).withListener(event -> sessionEvents.add(stream + ": " + event)));
    }

    /** State of the reader, for the message of a failure. */
    @Override
    public String toString() {
        return "events " + events + ", next requests " + nextRequests + ", next reports " + nextReports
                + ", connected " + sessions.keySet() + ", log " + log.progress() + ", out " + out.progress()
                + "\n" + String.join("\n", sessionEvents) + "\n";
    }

    private int poll() {
        final int entries = log.poll((buffer, offset, length, frame) -> {
            entry(buffer, offset, length);
            return Action.TAKEN;
        }, LIMIT);
        return entries + out.poll((buffer, offset, length, frame) -> {
            report(buffer, offset, length);
            return Action.TAKEN;
        }, LIMIT);
    }

    /** Reads until a condition holds. Fails if it does not, or if one of the processes ends before. */
    void until(final BooleanSupplier condition, final String moment, final Command... running) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            final boolean isRunning = Stream.of(running).allMatch(Command::isAlive);
            assertTrue(isRunning && System.nanoTime() - beginNs < Patience.NS, () -> moment + this
                    + Stream.of(running).map(one -> (one.isAlive() ? "running:\n" : "ended:\n") + one.output())
                            .collect(Collectors.joining()));
            if (poll() == 0) {
                LockSupport.parkNanos(PARK_NS); // a thread that yields waits for the whole time slices of others
            }
        }
    }

    boolean isConnected(final int seat) {
        return sessions.containsKey(seat);
    }

    /** Number of the next request of a seat. */
    long nextRequest(final int seat) {
        return nextRequests.getOrDefault(seat, 1L);
    }

    /** Number of the next report to a seat. */
    long nextReport(final int seat) {
        return nextReports.getOrDefault(seat, 1L);
    }

    DisconnectCause lastCause() {
        return lastCause;
    }

    long events() {
        return events;
    }

    /** Reports that had been published before. */
    long repeated() {
        return repeated;
    }

    long executions(final int seat) {
        return executions.stream().filter(one -> one.seat() == seat).count();
    }

    /** Nothing of the seat was executed while it was not connected: its orders were cancelled. */
    void requireNoExecutionWhileAbsent(final int seat) {
        final List<Absence> ofSeat = absences.stream().filter(one -> one.seat() == seat).toList();
        assertTrue(ofSeat.size() > 1, "the seat was always connected");
        for (final Execution execution : executions) {
            assertTrue(execution.seat() != seat || ofSeat.stream().noneMatch(
                    one -> one.first() < execution.event() && execution.event() < one.last()), execution::toString);
        }
    }

    private void entry(final DirectBuffer buffer, final int offset, final int length) {
        assertTrue(head.wrap(buffer, offset, length), "a malformed entry");
        assertEquals(++events, head.number(), "entries have a gap");
        final int seat = head.seat();
        switch (head.template()) {
            case EntryDecoder.TEMPLATE_ID -> {
                final EntryDecoder entry = new EntryDecoder().wrapAndApplyHeader(buffer, offset, header);
                assertTrue(request.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength(),
                        entry.length()), "a malformed request");
                assertEquals(nextRequest(seat), request.number(), () -> "request of seat " + seat);
                assertEquals(sessions.get(seat), entry.session(), () -> "session of seat " + seat);
                nextRequests.put(seat, request.number() + 1);
            }
            case SeatConnectedDecoder.TEMPLATE_ID -> {
                sessions.put(seat, new SeatConnectedDecoder().wrapAndApplyHeader(buffer, offset, header).session());
                if (disconnections.containsKey(seat)) {
                    absences.add(new Absence(seat, disconnections.remove(seat), events));
                }
            }
            case SeatDisconnectedDecoder.TEMPLATE_ID -> {
                final var entry = new SeatDisconnectedDecoder().wrapAndApplyHeader(buffer, offset, header);
                assertEquals(sessions.remove(seat), entry.session(), () -> "session of seat " + seat);
                disconnections.put(seat, events);
                lastCause = entry.cause();
            }
            default -> {
                // Of the gateway itself.
            }
        }
    }

    private void report(final DirectBuffer buffer, final int offset, final int length) {
        if (!head.wrap(buffer, offset, length) || !MessageLengths.isReport(head.template())) {
            return;
        }
        final int seat = head.seat();
        final long next = nextReports.getOrDefault(seat, 1L);
        if (head.number() < next) {
            repeated++;
            return;
        }
        assertEquals(next, head.number(), () -> "report to seat " + seat);
        nextReports.put(seat, head.number() + 1);
        if (head.template() == ExecutedReportDecoder.TEMPLATE_ID) {
            executions.add(new Execution(seat,
                    new ExecutedReportDecoder().wrapAndApplyHeader(buffer, offset, header).eventNumber()));
        }
    }

    @Override
    public void close() {
        log.close();
        out.close();
    }
}
