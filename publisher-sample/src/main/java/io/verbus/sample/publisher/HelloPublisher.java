package io.verbus.sample.publisher;

import static io.verbus.codec.marketdata.MessageHeaderEncoder.ENCODED_LENGTH;
import static io.verbus.codec.marketdata.QuoteEncoder.BLOCK_LENGTH;

import io.verbus.Bus;
import io.verbus.Publication;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.QuoteEncoder;
import java.time.Duration;

/** A complete publisher, as shown in the README. */
final class HelloPublisher {
    void main() {
        final QuoteEncoder quote = new QuoteEncoder();
        final MessageHeaderEncoder header = new MessageHeaderEncoder();
        try (Bus bus = Bus.launch(); Publication publication = bus.publish("md.hello")) {
            publication.awaitSubscribers(1, Duration.ofMinutes(1));
            for (int i = 0; i < 10; i++) {
                final int offset = publication.claim(ENCODED_LENGTH + BLOCK_LENGTH); // negative: see Publication
                quote.wrapAndApplyHeader(publication.buffer(), offset, header).instrumentId(1)
                        .bidPrice(2_890_000 + i);
                publication.commit();
            }
        }
    }
}
