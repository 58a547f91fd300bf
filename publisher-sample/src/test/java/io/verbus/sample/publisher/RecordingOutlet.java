package io.verbus.sample.publisher;

import io.verbus.codec.marketdata.ClearBooksDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.OrderDeletedDecoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Records published messages as lines of text. */
final class RecordingOutlet implements Outlet {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final List<String> lines = new ArrayList<>();
    private final IntSupplier refusals;

    /** Refuses each claim for which the supplier returns a negative result. */
    RecordingOutlet(final IntSupplier refusals) {
        this.refusals = refusals;
    }

    RecordingOutlet() {
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
    public void commit() {
        lines.add(switch (header.wrap(buffer, 0).templateId()) {
            case SessionBeginDecoder.TEMPLATE_ID -> {
                final var m = new SessionBeginDecoder().wrapAndApplyHeader(buffer, 0, header);
                yield "begin " + m.tradingDay() + " " + m.origin() + " " + m.venue() + " " + m.format() + m.version();
            }
            case ClearBooksDecoder.TEMPLATE_ID ->
                "clear " + new ClearBooksDecoder().wrapAndApplyHeader(buffer, 0, header).reason();
            case OrderDeletedDecoder.TEMPLATE_ID ->
                "delete " + new OrderDeletedDecoder().wrapAndApplyHeader(buffer, 0, header).orderId();
            default -> "template " + header.templateId();
        });
    }
}
