package @PACKAGE@;

import @PACKAGE@.codec.MessageHeaderEncoder;
import @PACKAGE@.codec.QuoteEncoder;
import @PACKAGE@.codec.TradeEncoder;
import io.verbus.Bus;
import io.verbus.Publication;
import io.verbus.ShutdownLatch;
import io.verbus.config.Configuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Publishes a message every 100 ms until Ctrl-C: four quotes, then a trade. */
final class PricePublisher {
    static final String STREAM = "prices";

    private static final int INSTRUMENT = 1;
    private static final long PAUSE_NS = 100_000_000;

    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final QuoteEncoder quote = new QuoteEncoder();
    private final TradeEncoder trade = new TradeEncoder();
    private final Publication publication;

    PricePublisher(final Publication publication) {
        this.publication = publication;
    }

    static void main() {
        final Configuration configuration = Configuration.load(Path.of("verbus.yaml"));
        try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofSeconds(10));
                Bus bus = Bus.launch(configuration.bus());
                Publication publication = bus.publish(configuration.publication(STREAM))) {
            final PricePublisher publisher = new PricePublisher(publication);
            for (int sent = 0; !shutdown.isRequested(); LockSupport.parkNanos(PAUSE_NS)) {
                final long price = 10_000 + sent % 100;
                final boolean isPublished = sent % 5 == 4
                        ? publisher.publishTrade(price, 100)
                        : publisher.publishQuote(price, price + 2);
                if (isPublished) {
                    sent++;
                }
            }
        }
    }

    /** Encodes a quote in the log. Returns false, without an effect, if a subscription blocks or the bus is closed. */
    boolean publishQuote(final long bid, final long ask) {
        final int offset = publication.claim(MessageHeaderEncoder.ENCODED_LENGTH + QuoteEncoder.BLOCK_LENGTH);
        if (offset < 0) {
            return false;
        }
        quote.wrapAndApplyHeader(publication.buffer(), offset, header).instrument(INSTRUMENT).bid(bid).ask(ask);
        publication.commit();
        return true;
    }

    /** The same for a trade. */
    boolean publishTrade(final long price, final long quantity) {
        final int offset = publication.claim(MessageHeaderEncoder.ENCODED_LENGTH + TradeEncoder.BLOCK_LENGTH);
        if (offset < 0) {
            return false;
        }
        trade.wrapAndApplyHeader(publication.buffer(), offset, header).instrument(INSTRUMENT).price(price)
                .quantity(quantity);
        publication.commit();
        return true;
    }
}
