package io.verbus.sample.subscriber;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Poller;
import io.verbus.Subscription;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.QuoteDecoder;

/** A complete subscriber, as shown in the README. */
final class HelloSubscriber {
    void main() {
        final QuoteDecoder quote = new QuoteDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final int[] received = {0};
        try (Bus bus = Bus.launch(); Subscription subscription = bus.subscribe("md.hello")) {
            Poller.of(subscription, (buffer, offset, length, frame) -> {
                quote.wrapAndApplyHeader(buffer, offset, header);
                System.out.println("message " + frame.sequence() + ": bid " + quote.bidPrice());
                received[0]++;
                return Action.TAKEN;
            }).run(() -> received[0] < 10);
        }
    }
}
