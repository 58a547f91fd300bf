package io.verbus.orders.intake;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EstablishEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.NewOrderEncoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.TerminateEncoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.orders.EstablishProof;
import io.verbus.orders.KeptMessages;
import io.verbus.orders.SeatSecret;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages of arbitrary sessions at the gateway. A message becomes at most one entry and has at most one answer that is
 * not a report; only the next number of a connected seat is taken, as received; the repeated entries give the same
 * seats.
 *
 * <p>Input: messages of 1 byte session, of which the high bit ends it, 1 byte length, and their bytes.
 */
public final class IntakeTarget implements Target {
    private static final int SEATS = 2;
    private static final int SESSIONS = 4;
    private static final int END = 0x80;
    private static final SeatSecret SECRET = SeatSecret.of(new byte[SeatSecret.MIN_LENGTH]);
    private static final EntryListener NO_ENGINE = new EntryListener() {
        @Override
        public void onMessage(final long event, final long timeNs, final GatewayEnd seat, final DirectBuffer buffer,
                final int offset, final int length) {
            seat.takeReportNumber(timeNs);
        }
    };

    public IntakeTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final KeptMessages entries = new KeptMessages();
        final KeptMessages out = new KeptMessages();
        final List<GatewayEnd> seats = seats();
        final OrderIntake intake = intake(seats, new EntryAppender(entries), out);
        long nowNs = 0;
        long sequence = 0;
        while (input.hasMore()) {
            nowNs += 1_000_000;
            intake.pollBegins(nowNs, nowNs);
            final int session = input.u8();
            final byte[] message = input.bytes(input.u8());
            final int entriesBefore = entries.messages.size();
            final int outBefore = out.messages.size();
            final long numbersBefore = numbers(seats);
            if ((session & END) != 0) {
                intake.sessionEnded(1 + session % SESSIONS, DisconnectCause.SESSION_LOST);
            } else {
                check(intake.onMessage(new UnsafeBuffer(message), 0, message.length, 1 + session % SESSIONS,
                        sequence++), "the log has room");
            }
            final int added = entries.messages.size() - entriesBefore;
            check(added <= 1 && out.messages.size() - outBefore <= 1, "several entries or answers");
            final long taken = numbers(seats) - numbersBefore;
            check(taken == 0 || taken == 1 && added == 1, "numbers taken: " + taken);
            if (taken == 1) {
                final byte[] entry = entries.messages.getLast();
                same(message.length, entry.length - EntryAppender.MESSAGE_OFFSET, "length of the message in the entry");
                check(new UnsafeBuffer(entry, EntryAppender.MESSAGE_OFFSET, message.length).equals(
                        new UnsafeBuffer(message)), "the message is not as received");
            }
            intake.pollEnds(1);
            intake.doWork();
        }
        check(intake.sessions() <= SESSIONS, "sessions: " + intake.sessions());
        repeat(entries.messages, seats);
    }

    private static void repeat(final List<byte[]> entries, final List<GatewayEnd> seats) {
        final List<GatewayEnd> again = seats();
        final EntryAppender appender = new EntryAppender(new KeptMessages());
        final EntryReplay replay = new EntryReplay(intake(again, appender, new KeptMessages()), appender, NO_ENGINE);
        for (final byte[] entry : entries) {
            replay.repeat(new UnsafeBuffer(entry), 0, entry.length);
        }
        for (int i = 0; i < SEATS; i++) {
            same(seats.get(i).nextNumber(), again.get(i).nextNumber(), "next number");
            same(seats.get(i).nextReport(), again.get(i).nextReport(), "next report");
            same(seats.get(i).session(), again.get(i).session(), "session");
        }
    }

    private static List<GatewayEnd> seats() {
        return List.of(new GatewayEnd(0, "A", SECRET), new GatewayEnd(1, "B", SECRET));
    }

    /** Its nonces are all 1. */
    private static OrderIntake intake(final List<GatewayEnd> seats, final EntryAppender entries,
            final KeptMessages out) {
        return new OrderIntake(seats, IntakeSettings.DEFAULT, entries, out,
                nonce -> Arrays.fill(nonce, (byte) 1), NO_ENGINE);
    }

    private static long numbers(final List<GatewayEnd> seats) {
        return seats.get(0).nextNumber() + seats.get(1).nextNumber();
    }

    @Override
    public List<byte[]> seeds() {
        final Seed seed = new Seed();
        for (int seat = 0; seat < SEATS; seat++) {
            for (int nonce = 0; nonce <= 1; nonce++) {
                add(seed, seat, establish(1 + seat, seat == 0 ? "A" : "B", (byte) nonce));
            }
            add(seed, seat, order(seat, 1));
            add(seed, seat, order(seat, 2));
            add(seed, seat, order(seat, 1));
            add(seed, seat, order(seat, 4));
        }
        add(seed, 0, terminate());
        add(seed, 0, order(0, 3));
        seed.u8(END | 1).u8(0);
        return List.of(seed.toBytes());
    }

    private static void add(final Seed seed, final int session, final byte[] message) {
        seed.u8(session).u8(message.length).bytes(message);
    }

    private static byte[] establish(final long session, final String name, final byte nonce) {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + EstablishEncoder.BLOCK_LENGTH];
        final byte[] nonces = new byte[16];
        Arrays.fill(nonces, nonce);
        final UnsafeBuffer buffer = new UnsafeBuffer(message);
        new EstablishEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).number(1).expected(1)
                .cancelOnDisconnect(YesNo.YES).keepAlive(1_000).putGatewayNonce(nonces, 0, nonces.length).name(name);
        EstablishProof.sign(SECRET, session, buffer, 0);
        return message;
    }

    private static byte[] order(final int seat, final long number) {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + NewOrderEncoder.BLOCK_LENGTH];
        new NewOrderEncoder().wrapAndApplyHeader(new UnsafeBuffer(message), 0, new MessageHeaderEncoder())
                .number(number).seat(seat).side(OrderSide.BUY).duration(OrderDuration.DAY).expected(1)
                .orderId(number).quantity(1).price(100).priceType(PriceType.LIMIT).postOnly(YesNo.NO);
        return message;
    }

    private static byte[] terminate() {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + TerminateEncoder.BLOCK_LENGTH];
        new TerminateEncoder().wrapAndApplyHeader(new UnsafeBuffer(message), 0, new MessageHeaderEncoder()).number(3)
                .seat(0).expected(1);
        return message;
    }
}
