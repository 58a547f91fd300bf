package io.verbus.recovery;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.Session;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.internal.recovery.MissingRange;
import io.verbus.internal.recovery.RangeRequest;
import io.verbus.internal.recovery.RangeResponseReader;
import io.verbus.internal.recovery.RepairLosses;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Range requests, and the response to one. An accepted request must survive encoding and decoding. Delivered and lost
 * messages of a response must cover the range from its first to its last sequence, in order.
 *
 * <p>Input: 0 and a request, or another byte and the messages of a response, each after its length (2).
 */
public final class RangesTarget implements Target {
    private static final long FIRST = 100;
    private static final long LAST = 120;
    private static final int MESSAGE = 1;
    private static final int MISSING = 2;
    private static final int END = 3;
    private static final RangeRequest REQUEST = RangeRequest.of("s", 5, 7, FIRST, LAST);
    private static final Session SESSION = new Session("s", 7, "p", 1, 1, "b");
    private static final Header RESPONSE_HEADER = new MutableHeader(9, "md.test", "test").publishedNs(0);

    /** Needs no files. */
    public RangesTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        if (input.u8() == 0) {
            request(input.rest());
        } else {
            response(input);
        }
    }

    private static void request(final byte[] bytes) {
        final UnsafeBuffer again = new UnsafeBuffer(new byte[RangeRequest.MAX_LENGTH]);
        try {
            final RangeRequest request = RangeRequest.decode(new UnsafeBuffer(bytes), 0, bytes.length);
            same(bytes.length, request.encode(again, 0), "length");
            same(request, RangeRequest.decode(again, 0, bytes.length), "request");
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    private static void response(final Input input) {
        final MissingRange missing = new MissingRange(new Gap(SESSION, FIRST, LAST, 0, GapCause.LAPPED, "missing"));
        final long[] next = {FIRST};
        final RangeResponseReader reader = new RangeResponseReader(REQUEST,
                new MutableHeader(SESSION.id(), "md.test", "test"), missing, new RepairLosses() {
                    @Override
                    public void lose(final Gap gap) {
                        same(next[0], gap.first(), "first sequence lost");
                        check(gap.last() >= gap.first() && gap.last() <= LAST, "lost up to " + gap.last());
                        next[0] = gap.last() + 1;
                    }

                    @Override
                    public void filled(final long messages) {
                        throw new AssertionError("unexpected call");
                    }

                    @Override
                    public void failed(final Session session, final long sequence, final Throwable thrown) {
                        throw new AssertionError("handler failed", thrown);
                    }
                }, lackers -> false);
        reader.to((buffer, offset, length, header) -> {
            same(next[0], header.sequence(), "sequence delivered");
            check(offset >= 0 && length >= 0 && offset + length <= buffer.capacity(), "outside the buffer");
            next[0] += header.frames();
            check(next[0] <= LAST + 1, "delivered up to " + next[0]);
            return Action.TAKEN;
        });
        while (input.hasMore()) {
            final byte[] message = input.bytes(input.u16());
            same(Action.TAKEN, reader.onMessage(new UnsafeBuffer(message), 0, message.length, RESPONSE_HEADER),
                    "action");
            same(missing.next(), next[0], "missing range");
        }
        if (reader.state() == RangeResponseReader.State.INVALID) {
            Checks.checkMessage(new BusException(reader.cause()));
        }
    }

    @Override
    public List<byte[]> seeds() {
        final byte[] request = new byte[RangeRequest.MAX_LENGTH];
        final int length = REQUEST.encode(new UnsafeBuffer(request), 0);
        final Seed whole = new Seed().u8(1);
        message(whole, MESSAGE, FIRST, 0, 1, 8, 0, new byte[8]);
        message(whole, MESSAGE, FIRST + 1, 0, 3, 8, 0, new byte[5]);
        message(whole, MESSAGE, FIRST + 1, 0, 3, 8, 5, new byte[3]);
        message(whole, MISSING, FIRST + 4, FIRST + 10, 0, 0, 0, "not recorded".getBytes(StandardCharsets.UTF_8));
        message(whole, MESSAGE, FIRST + 11, 0, 10, 0, 0, new byte[0]);
        message(whole, END, LAST + 1, 0, 0, 0, 0, new byte[0]);
        final Seed broken = new Seed().u8(1);
        message(broken, END, FIRST, 1, 0, 0, 0, "not recorded".getBytes(StandardCharsets.UTF_8));
        final Seed refused = new Seed().u8(1);
        message(refused, END, FIRST, 3, 0, 0, 0, "no room".getBytes(StandardCharsets.UTF_8));
        return List.of(new Seed().u8(0).bytes(Arrays.copyOf(request, length)).toBytes(), whole.toBytes(),
                broken.toBytes(), refused.toBytes());
    }

    private static void message(final Seed seed, final int kind, final long sequence, final long extra,
            final int frames, final int length, final int part, final byte[] payload) {
        final ByteBuffer message = ByteBuffer.allocate(56 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        message.put("VRBA".getBytes(StandardCharsets.US_ASCII)).putShort((short) 1).putShort((short) kind)
                .putLong(REQUEST.id()).putLong(REQUEST.session()).putLong(sequence).putLong(extra).putInt(frames)
                .putInt(length).putInt(part).putInt(0).put(payload);
        seed.u16(message.capacity()).bytes(message.array());
    }
}
