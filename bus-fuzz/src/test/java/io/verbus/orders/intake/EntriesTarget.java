package io.verbus.orders.intake;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.checkMessage;
import static io.verbus.fuzz.Checks.same;

import io.verbus.BusException;
import io.verbus.codec.orders.CancelOrderEncoder;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.orders.KeptMessages;
import io.verbus.orders.SeatSecret;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Entries of a log, repeated. An entry has the next event number and is delivered once, or is refused with a message
 * and changes no number.
 *
 * <p>Input: entries of 1 byte length, and their bytes.
 */
public final class EntriesTarget implements Target {
    public EntriesTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final GatewayEnd seat = new GatewayEnd(3, "A", SeatSecret.of(new byte[SeatSecret.MIN_LENGTH]));
        final EntryAppender entries = new EntryAppender(new KeptMessages());
        final CountedEntries counted = new CountedEntries();
        final EntryReplay replay = new EntryReplay(new OrderIntake(List.of(seat), IntakeSettings.DEFAULT, entries,
                new KeptMessages(), nonce -> {}, counted), entries, counted);
        while (input.hasMore()) {
            final byte[] entry = input.bytes(input.u8());
            final long before = entries.lastEvent();
            final long number = seat.nextNumber();
            try {
                replay.repeat(new UnsafeBuffer(entry), 0, entry.length);
                same(before + 1, entries.lastEvent(), "event number");
                same(entries.lastEvent(), counted.count, "entries that were delivered");
            } catch (final BusException e) {
                checkMessage(e);
                same(before, entries.lastEvent(), "event number after a refused entry");
                same(before, counted.count, "entries that were delivered");
                same(number, seat.nextNumber(), "next number after a refused entry");
            }
        }
    }

    @Override
    public List<byte[]> seeds() {
        final KeptMessages log = new KeptMessages();
        final EntryAppender entries = new EntryAppender(log);
        final MessageOrigin origin = new MessageOrigin().set(7, 1);
        entries.begins(1, 5, 20_000);
        entries.connected(2, origin, 3, new ConnectionTerms(1, 100, true));
        for (int number = 1; number <= 2; number++) {
            final byte[] cancel = new byte[MessageHeaderEncoder.ENCODED_LENGTH + CancelOrderEncoder.BLOCK_LENGTH];
            new CancelOrderEncoder().wrapAndApplyHeader(new UnsafeBuffer(cancel), 0, new MessageHeaderEncoder())
                    .number(number).seat(3).expected(1).orderId(9);
            entries.message(3, origin, 3, new UnsafeBuffer(cancel), 0, cancel.length);
        }
        entries.time(4);
        entries.operator(5, OperatorControl.of(OperatorAction.HALT, 0, 1));
        entries.disconnected(6, 7, 3, DisconnectCause.KEEP_ALIVE);
        final Seed seed = new Seed();
        log.messages.forEach(entry -> seed.u8(entry.length).bytes(entry));
        return List.of(seed.toBytes());
    }

    /** Counts the entries that are delivered. */
    private static final class CountedEntries implements EntryListener {
        private long count;

        @Override
        public void onMessage(final long event, final long timeNs, final GatewayEnd seat, final DirectBuffer buffer,
                final int offset, final int length) {
            check(offset + length <= buffer.capacity(), "the message is outside of its entry");
            same(++count, event, "event number of a message");
        }

        @Override
        public void onConnected(final long event, final long timeNs, final GatewayEnd seat) {
            same(++count, event, "event number of a connection");
        }

        @Override
        public void onDisconnected(final long event, final long timeNs, final GatewayEnd seat,
                final DisconnectCause cause) {
            same(++count, event, "event number of a disconnection");
        }

        @Override
        public void onControl(final long event, final long timeNs, final int template, final DirectBuffer buffer,
                final int offset) {
            same(++count, event, "event number of a control");
        }
    }
}
