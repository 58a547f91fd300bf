package io.verbus.orders.seat;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.codec.orders.AcceptedReportEncoder;
import io.verbus.codec.orders.ChallengeEncoder;
import io.verbus.codec.orders.EstablishedEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.OpenOrdersEndEncoder;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.SequenceEncoder;
import io.verbus.codec.orders.TerminatedEncoder;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.orders.GatewayProof;
import io.verbus.orders.KeptMessages;
import io.verbus.orders.MessageHead;
import io.verbus.orders.SeatSecret;
import io.verbus.recovery.RecoverySettings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages of an arbitrary gateway at the seat. Reports are delivered in order, each once; a seat that has ended stays
 * so and reports its end once; requests are refused unless it is established. Each input runs at a seat without a
 * journal of reports, and at one with it.
 *
 * <p>Input: messages of 1 byte action of the seat before it, 1 byte length, and their bytes.
 */
public final class SeatTarget implements Target {
    private static final long SESSION = 7;
    private static final long OUT = 9;
    private static final int SEAT = 3;
    private static final SeatSettings SETTINGS = SeatSettings.of("A", SeatSecret.of(new byte[SeatSecret.MIN_LENGTH]));
    private static final byte[] NONCE = new byte[16];

    static {
        Arrays.fill(NONCE, (byte) 1);
    }

    public SeatTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        run(bytes, SETTINGS);
        run(bytes, SETTINGS.withRecovery(RecoverySettings.defaults()));
    }

    private static void run(final byte[] bytes, final SeatSettings settings) {
        final Input input = new Input(bytes);
        final CheckedSeat listener = new CheckedSeat();
        long nowNs = 0;
        final SeatEnd seat = new SeatEnd(settings, SESSION, new KeptMessages(), nonce -> Arrays.fill(nonce, (byte) 1),
                listener, nowNs);
        seat.doWork(nowNs, true);
        long id = 0;
        while (input.hasMore()) {
            nowNs += 1_000_000;
            final int action = input.u8();
            final long from = OUT + (action >>> 7);
            final byte[] message = input.bytes(input.u8());
            final boolean wasEstablished = seat.state() == SeatEnd.State.ESTABLISHED;
            final boolean hadEnded = seat.state() == SeatEnd.State.ENDED;
            final long result = act(seat, action, ++id, nowNs);
            check(wasEstablished || result <= 0, "a request was sent");
            final long nextReport = seat.nextReport();
            final boolean isTaken = seat.onMessage(nowNs, from, new UnsafeBuffer(message), 0, message.length);
            check(isTaken || seat.nextReport() == nextReport, "a message was taken and held");
            check(seat.state() != SeatEnd.State.ESTABLISHED || wasEstablished
                    || GatewayProof.isValid(SETTINGS.secret(), from, NONCE, new UnsafeBuffer(message), 0),
                    "established by a gateway without the secret");
            check(seat.nextReport() == nextReport || from == seat.gateway(), "a report of another process was taken");
            check(seat.nextReport() >= nextReport, "the next report went back");
            seat.doWork(nowNs, action % 2 == 0);
            check(!seat.isFromJournal() || seat.isResuming() && settings.recovery() != null,
                    "a journal that does not exist is read");
            if (seat.isResuming()) {
                seat.resume();
            }
            check(!hadEnded || seat.state() == SeatEnd.State.ENDED, "the end is not for good");
            same(seat.state() == SeatEnd.State.ENDED ? 1 : 0, listener.ends, "ends that were reported");
            listener.next = seat.nextReport();
        }
    }

    private static long act(final SeatEnd seat, final int action, final long id, final long nowNs) {
        return switch (action & 7) {
            case 1 -> enter(seat, id, nowNs);
            case 2 -> seat.requests().cancel(nowNs, id - 1);
            case 3 -> seat.requests().replace(nowNs, id - 1, -id, 1, 1);
            case 4 -> seat.requests().massCancel(nowNs);
            case 5 -> seat.requests().requestOpenOrders(nowNs);
            default -> 0;
        };
    }

    private static long enter(final SeatEnd seat, final long id, final long nowNs) {
        if (seat.requests().claimOrder(id) < 0) {
            return 0;
        }
        seat.requests().order().instrumentId(0).side(OrderSide.BUY).quantity(1).price(1);
        return seat.requests().commitOrder(nowNs);
    }

    @Override
    public List<byte[]> seeds() {
        final Seed seed = new Seed();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[200]);
        final MessageHeaderEncoder header = new MessageHeaderEncoder();
        add(seed, 0, buffer, new ChallengeEncoder().wrapAndApplyHeader(buffer, 0, header).seat(SEAT).session(SESSION)
                .putSeatNonce(NONCE, 0, 16).putGatewayNonce(NONCE, 0, 16).limit());
        final int length = new EstablishedEncoder().wrapAndApplyHeader(buffer, 0, header).number(1).seat(SEAT)
                .session(SESSION).expected(1).keepAlive(1_000).putSeatNonce(NONCE, 0, 16).limit();
        GatewayProof.sign(SETTINGS.secret(), OUT, NONCE, buffer, 0);
        add(seed, 0, buffer, length);
        add(seed, 1, buffer, new AcceptedReportEncoder().wrapAndApplyHeader(buffer, 0, header).number(1).seat(SEAT)
                .eventNumber(2).answers(1).orderId(3).orderNumber(1).limit());
        add(seed, 5, buffer, new OpenOrdersEndEncoder().wrapAndApplyHeader(buffer, 0, header).number(2).seat(SEAT)
                .eventNumber(3).answers(2).orders(0).limit());
        add(seed, 0, buffer, new SequenceEncoder().wrapAndApplyHeader(buffer, 0, header).number(9).seat(SEAT)
                .expected(3).session(SESSION).limit());
        add(seed, 0, buffer, new TerminatedEncoder().wrapAndApplyHeader(buffer, 0, header).number(9).seat(SEAT)
                .session(SESSION).expected(2).limit());
        return List.of(seed.toBytes());
    }

    private static void add(final Seed seed, final int action, final UnsafeBuffer buffer, final int length) {
        final byte[] message = new byte[length];
        buffer.getBytes(0, message);
        seed.u8(action).u8(length).bytes(message);
    }

    /** Checks the order of the reports. */
    private static final class CheckedSeat implements SeatListener {
        private final MessageHead head = new MessageHead();
        private long next = 1;
        private int ends;

        @Override
        public void onReport(final int template, final long answers, final DirectBuffer buffer, final int offset,
                final int length) {
            check(head.wrap(buffer, offset, length), "a malformed report is delivered");
            same(next++, head.number(), "number of a report");
        }

        @Override
        public void onReportsMissing(final long first, final long last) {
            same(next, first, "first missing report");
            check(last >= first, "empty range");
            next = last + 1;
        }

        @Override
        public void onEnded(final SeatEndCause cause, final String description) {
            ends++;
        }
    }
}
