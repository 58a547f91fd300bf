package io.verbus.sample.publisher.trade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.sample.book.BookSide;
import io.verbus.testkit.ShmDir;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The books of a trader when a gateway continues the market of another. */
class MarketViewTest {
    private static final long PATIENCE_NS = 20_000_000_000L;
    private static final String STREAM = "orders.md";
    private static final int XYZ = 1;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();

    @Test
    void booksBeginAgainWithTheSessionOfTheNextGateway(@TempDir(factory = ShmDir.class) final Path directory) {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory))) {
            final Publication first = bus.publish(STREAM);
            try (MarketView view = new MarketView(bus, STREAM)) {
                add(first, 1, 100);
                add(first, 2, 101);
                until(view, () -> view.books().liveOrders() == 2);
                first.close();
                try (Publication next = bus.publish(STREAM)) {
                    add(next, 1, 100); // all changes again
                    add(next, 2, 101);
                    delete(next, 2);
                    add(next, 3, 99);
                    until(view, () -> view.books().levels(XYZ, BookSide.BUY) == 2
                            && view.books().price(XYZ, BookSide.BUY, 1) == 99);
                }
                assertEquals(100, view.books().price(XYZ, BookSide.BUY, 0));
                assertEquals(10, view.books().shares(XYZ, BookSide.BUY, 0));
                assertEquals(0, view.books().refusals().duplicateReference());
            }
        }
    }

    private void add(final Publication publication, final long order, final long price) {
        new OrderAddedEncoder().wrapAndApplyHeader(buffer, 0, header).instrumentId(XYZ).side(Side.BUY).orderId(order)
                .quantity(10).price().mantissa(price);
        assertTrue(publication.offer(buffer, 0,
                MessageHeaderEncoder.ENCODED_LENGTH + OrderAddedEncoder.BLOCK_LENGTH) >= 0);
    }

    private void delete(final Publication publication, final long order) {
        new OrderDeletedEncoder().wrapAndApplyHeader(buffer, 0, header).instrumentId(XYZ).orderId(order);
        assertTrue(publication.offer(buffer, 0,
                MessageHeaderEncoder.ENCODED_LENGTH + OrderDeletedEncoder.BLOCK_LENGTH) >= 0);
    }

    private static void until(final MarketView view, final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beginNs < PATIENCE_NS, "orders: " + view.books().liveOrders());
            view.poll();
            Thread.onSpinWait();
        }
    }
}
