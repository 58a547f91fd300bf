package @PACKAGE@;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Subscription;
import io.verbus.config.Configuration;
import io.verbus.junit.BusExtension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two buses of a test are two processes of a host; their time passes only when the test steps them. */
class PricesTest {
    @RegisterExtension
    private final BusExtension buses = new BusExtension();

    @Test
    void subscriberPrintsQuotesAndTrades() {
        final Configuration configuration = Configuration.load(Path.of("verbus.yaml"));
        final List<String> lines = new ArrayList<>();
        final PriceSubscriber subscriber = new PriceSubscriber(lines::add);
        final PricePublisher publisher = new PricePublisher(
                buses.launch().publish(configuration.publication(PricePublisher.STREAM)));
        final Subscription prices = buses.launch().subscribe(configuration.subscription(PricePublisher.STREAM));
        buses.stepUntil(() -> {
            prices.poll(subscriber, 10);
            return !prices.sessions().isEmpty();
        });

        assertTrue(publisher.publishQuote(10_000, 10_002));
        assertTrue(publisher.publishTrade(10_002, 300));

        buses.stepUntil(() -> {
            prices.poll(subscriber, 10);
            return lines.size() == 2;
        });
        assertEquals(List.of("quote 10000 / 10002", "trade 300 at 10002"), lines);
    }
}
