package io.verbus.marketdata.feed;

import io.verbus.MessageWriter;
import io.verbus.Session;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderDeletedDecoder;
import io.verbus.codec.marketdata.OrderReducedDecoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.codec.marketdata.SessionEndDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Records published messages as lines of text. */
final class RecordingWriter implements MessageWriter {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final List<String> lines = new ArrayList<>();
    private final IntSupplier refusals;

    /** Refuses each claim for which the supplier returns a negative result. */
    RecordingWriter(final IntSupplier refusals) {
        this.refusals = refusals;
    }

    RecordingWriter() {
        this(() -> 0);
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public int claim(final int length) {
        return refusals.getAsInt();
    }

    @Override
    public MutableDirectBuffer buffer() {
        return buffer;
    }

    @Override
    public long commit() {
        lines.add(switch (header.wrap(buffer, 0).templateId()) {
            case SessionBeginDecoder.TEMPLATE_ID -> {
                final var m = new SessionBeginDecoder().wrapAndApplyHeader(buffer, 0, header);
                yield "begin " + m.tradingDay() + " " + m.origin() + " " + m.venue() + " " + m.format() + m.version();
            }
            case InstrumentStateDecoder.TEMPLATE_ID -> {
                final var m = new InstrumentStateDecoder().wrapAndApplyHeader(buffer, 0, header);
                yield (m.flags().suspect() ? "suspect " : "") + m.action().name().toLowerCase(Locale.ROOT) + " "
                        + m.reason();
            }
            case SessionEndDecoder.TEMPLATE_ID ->
                "end " + new SessionEndDecoder().wrapAndApplyHeader(buffer, 0, header).sequence();
            case OrderDeletedDecoder.TEMPLATE_ID -> {
                final var m = new OrderDeletedDecoder().wrapAndApplyHeader(buffer, 0, header);
                yield (m.flags().snapshot() ? "snapshot delete " : "delete ") + m.orderId();
            }
            case OrderReducedDecoder.TEMPLATE_ID -> {
                final var m = new OrderReducedDecoder().wrapAndApplyHeader(buffer, 0, header);
                yield (m.flags().snapshot() ? "snapshot reduce " : "reduce ") + m.orderId() + " by " + m.quantity();
            }
            default -> "template " + header.templateId();
        });
        return lines.size() - 1;
    }

    @Override
    public void abort() {
        throw new AssertionError("a feed aborts nothing");
    }

    @Override
    public Session session() {
        return new Session("recorded", 1, "feed", 1, 0, "");
    }

    @Override
    public long position() {
        return lines.size();
    }
}
