package io.verbus.orders.intake;

import io.verbus.BusException;
import io.verbus.codec.orders.EntryDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.OperatorDecoder;
import io.verbus.codec.orders.SeatConnectedDecoder;
import io.verbus.codec.orders.SeatDisconnectedDecoder;
import io.verbus.codec.orders.SequencerBeginsDecoder;
import io.verbus.codec.orders.TimeDecoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.orders.MessageHead;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Repeats the entries of an earlier gateway: afterwards an intake has the seats as that gateway had left them, and the
 * next entry continues its numbers. Sessions that were bound stay bound, so their unread messages are taken; their
 * keep-alives begin with {@link #end}.
 */
public final class EntryReplay {
    private final OrderIntake intake;
    private final EntryAppender entries;
    private final EntryListener listener;
    private final MessageHead head = new MessageHead();
    private final MessageHead inner = new MessageHead();
    private final WellFormed wellFormed = new WellFormed();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EntryDecoder entry = new EntryDecoder();
    private final SeatConnectedDecoder connected = new SeatConnectedDecoder();
    private final SeatDisconnectedDecoder disconnected = new SeatDisconnectedDecoder();
    private final TimeDecoder time = new TimeDecoder();
    private final Map<Long, Long> nextSequences = new HashMap<>();

    /**
     * For an intake without entries.
     *
     * @param intake whose seats are set
     * @param entries of the intake: its numbers are set
     * @param listener receives the entries, as that of the intake does live
     */
    public EntryReplay(final OrderIntake intake, final EntryAppender entries, final EntryListener listener) {
        this.intake = intake;
        this.entries = entries;
        this.listener = listener;
    }

    /**
     * Repeats one entry.
     *
     * @param buffer that contains it
     * @param offset of its header
     * @param length of it in bytes
     * @throws BusException if it is damaged, not the next one, of an unknown type, or of an unknown seat
     */
    public void repeat(final DirectBuffer buffer, final int offset, final int length) {
        if (!head.wrap(buffer, offset, length) || head.number() != entries.lastEvent() + 1) {
            throw new BusException("entry " + head.number() + " of type " + head.template() + " after entry "
                    + entries.lastEvent() + ": the log has a gap or is damaged");
        }
        header.wrap(buffer, offset);
        switch (head.template()) {
            case EntryDecoder.TEMPLATE_ID -> message(buffer, offset, length);
            case SeatConnectedDecoder.TEMPLATE_ID -> connected(buffer, offset);
            case SeatDisconnectedDecoder.TEMPLATE_ID -> disconnected(buffer, offset);
            case TimeDecoder.TEMPLATE_ID, OperatorDecoder.TEMPLATE_ID, SequencerBeginsDecoder.TEMPLATE_ID -> control(
                    buffer, offset);
            default -> throw new BusException("entry " + head.number() + " has the unknown type " + head.template()
                    + ": run the release that wrote the log");
        }
    }

    /**
     * Ends the repetition: the keep-alives of the connected seats begin.
     *
     * @param nowNs monotonic
     */
    public void end(final long nowNs) {
        intake.restartKeepAlives(nowNs);
    }

    /**
     * The place in orders.in after the last entry of each session. The subscription starts there, with {@code
     * Start.resumeAt}: else messages that were taken from a session whose seat was disconnected later would be answered
     * as not taken.
     *
     * @return next sequence by session
     */
    public Map<Long, Long> nextSequences() {
        return Map.copyOf(nextSequences);
    }

    private void message(final DirectBuffer buffer, final int offset, final int length) {
        entry.wrapAndApplyHeader(buffer, offset, header);
        final int begin = MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        final GatewayEnd seat = seat();
        if (entry.length() > length - begin || !inner.wrap(buffer, offset + begin, entry.length())
                || !wellFormed.isNumbered(inner, buffer, offset + begin)) {
            throw new BusException("entry " + head.number() + " has a malformed message: the log is damaged");
        }
        if (inner.seat() != seat.seat() || inner.number() != seat.nextNumber() || entry.session() != seat.session()) {
            throw new BusException("entry " + head.number() + " has message " + inner.number() + " of seat "
                    + inner.seat() + ", expected " + seat.nextNumber() + " of connected seat " + seat.seat()
                    + ": the log is damaged");
        }
        seat.take(inner.number(), inner.expected());
        nextSequences.put(entry.session(), entry.sequence() + 1);
        entries.resume(head.number(), entry.time());
        listener.onMessage(head.number(), entry.time(), seat, buffer, offset + begin, entry.length());
    }

    private void control(final DirectBuffer buffer, final int offset) {
        time.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, TimeDecoder.BLOCK_LENGTH, header.version());
        entries.resume(head.number(), time.time()); // all entries have their time in the same place
        listener.onControl(head.number(), time.time(), head.template(), buffer, offset);
    }

    private void connected(final DirectBuffer buffer, final int offset) {
        connected.wrapAndApplyHeader(buffer, offset, header);
        final GatewayEnd seat = seat();
        if (connected.session() == GatewayEnd.NO_SESSION
                || seat.isConnected() && seat.session() != connected.session()) {
            throw new BusException("entry " + head.number() + " connects seat " + seat.name() + " to session "
                    + connected.session() + ", while it has session " + seat.session() + ": the log is damaged");
        }
        intake.repeatConnected(seat, connected.session(), new ConnectionTerms(connected.expected(),
                connected.keepAlive(), connected.cancelOnDisconnect() == YesNo.YES));
        nextSequences.put(connected.session(), connected.sequence() + 1);
        entries.resume(head.number(), connected.time());
        listener.onConnected(head.number(), connected.time(), seat);
    }

    private void disconnected(final DirectBuffer buffer, final int offset) {
        disconnected.wrapAndApplyHeader(buffer, offset, header);
        final GatewayEnd seat = seat();
        if (!seat.isConnected() || seat.session() != disconnected.session()) {
            throw new BusException("entry " + head.number() + " disconnects seat " + seat.name() + " from session "
                    + disconnected.session() + ", while it has session " + seat.session() + ": the log is damaged");
        }
        intake.repeatDisconnected(seat, disconnected.cause());
        entries.resume(head.number(), disconnected.time());
        listener.onDisconnected(head.number(), disconnected.time(), seat, disconnected.cause());
        intake.repeatTerminated(seat, disconnected.session());
    }

    private GatewayEnd seat() {
        final GatewayEnd seat = intake.seat(head.seat());
        if (seat == null) {
            throw new BusException("entry " + head.number() + " names seat " + head.seat()
                    + ", which is not configured: use the exchange file of the gateway that wrote the log");
        }
        return seat;
    }
}
