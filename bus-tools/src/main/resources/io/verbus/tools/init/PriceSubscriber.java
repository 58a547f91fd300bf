package @PACKAGE@;

import @PACKAGE@.codec.MessageHeaderDecoder;
import @PACKAGE@.codec.QuoteDecoder;
import @PACKAGE@.codec.TradeDecoder;
import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.Poller;
import io.verbus.ShutdownLatch;
import io.verbus.Subscription;
import io.verbus.config.Configuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/** Prints quotes, trades, and the events of the publisher's sessions, such as missed messages, until Ctrl-C. */
final class PriceSubscriber implements PollHandler {
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private final TradeDecoder trade = new TradeDecoder();
    private final Consumer<String> lines;

    PriceSubscriber(final Consumer<String> lines) {
        this.lines = lines;
    }

    static void main() {
        final Configuration configuration = Configuration.load(Path.of("verbus.yaml"));
        try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofSeconds(10));
                Bus bus = Bus.launch(configuration.bus());
                Subscription prices = bus.subscribe(
                        configuration.subscription(PricePublisher.STREAM).withListener(System.out::println))) {
            Poller.of(prices, new PriceSubscriber(System.out::println)).run(() -> !shutdown.isRequested());
        }
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        header.wrap(buffer, offset);
        switch (header.templateId()) {
            case QuoteDecoder.TEMPLATE_ID -> {
                quote.wrapAndApplyHeader(buffer, offset, header);
                lines.accept("quote " + quote.bid() + " / " + quote.ask());
            }
            case TradeDecoder.TEMPLATE_ID -> {
                trade.wrapAndApplyHeader(buffer, offset, header);
                lines.accept("trade " + trade.quantity() + " at " + trade.price());
            }
            default -> lines.accept("message of type " + header.templateId() + ", which this schema does not have");
        }
        return Action.TAKEN;
    }
}
