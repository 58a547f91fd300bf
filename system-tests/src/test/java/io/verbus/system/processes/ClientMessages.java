package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The messages of clients/c/tests/pattern.h: each begins with its number, from which the rest follows. */
final class ClientMessages implements PollHandler, SessionListener {
    private static final int LONG = 10_000;
    private static final int LONG_EVERY = 64;

    private final ByteBuffer words = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C headers = new CRC32C();
    private final CRC32C payloads = new CRC32C();
    private long received;
    private long missing;
    private long next;
    private long last = -1;
    private String end = "";

    /** The message with a number. */
    static UnsafeBuffer message(final long number) {
        final int length = number % LONG_EVERY == LONG_EVERY - 1 ? LONG : (int) (number * 37 % 211);
        final UnsafeBuffer message = new UnsafeBuffer(new byte[Long.BYTES + length]);
        message.putLong(0, number, ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < length; i++) {
            message.putByte(Long.BYTES + i, (byte) (number * 31 + i));
        }
        return message;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final long number = buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        final byte[] payload = new byte[length];
        buffer.getBytes(offset, payload);
        assertEquals(new UnsafeBuffer(payload), message(number));
        assertEquals(next, header.sequence());
        next = header.sequence() + header.frames();
        headers.update(words.clear().putLong(header.sequence()).putLong(header.publishedNs()).flip());
        payloads.update(payload);
        last = number;
        received++;
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started started -> next = started.first();
            case Gap gap -> {
                assertEquals(next, gap.first());
                missing += gap.last() + 1 - gap.first();
                next = gap.last() + 1;
            }
            case SessionEvent.Ended ended -> {
                assertEquals(next, ended.messages());
                end = "ended " + ended.messages();
            }
            case LostSession lost when lost.cause().isForGood() -> end = "lost " + lost.cause().ordinal();
            default -> {
                return;
            }
        }
    }

    /** Number of the newest message; -1 before the first. */
    long last() {
        return last;
    }

    /** How the session is over; empty before. */
    String end() {
        return end;
    }

    /** What the driver answers if it has received the same. */
    String tally(final String word) {
        return "%s %d missing %d wrong 0 headers %08x payloads %08x %s".formatted(word, received, missing,
                headers.getValue(), payloads.getValue(), end);
    }
}
