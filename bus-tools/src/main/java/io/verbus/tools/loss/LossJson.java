package io.verbus.tools.loss;

import static io.verbus.tools.Texts.hex;
import static io.verbus.tools.Texts.quoted;

import io.verbus.monitor.Loss;
import java.time.Instant;

/** A loss as a JSON object on one line. Ids are strings, because a JSON number is exact to 53 bits only. */
final class LossJson {
    private LossJson() {
    }

    static String of(final Loss loss) {
        return "{\"time\":" + quoted(Instant.EPOCH.plusNanos(loss.epochNs()).toString())
                + ",\"stream\":" + quoted(loss.publisher().stream())
                + ",\"session\":" + quoted(hex(loss.publisher().session()))
                + ",\"publisherPid\":" + loss.publisher().pid()
                + ",\"subscription\":" + quoted(loss.subscriber().name())
                + ",\"subscriptionId\":" + quoted(hex(loss.subscriber().id()))
                + ",\"pid\":" + loss.subscriber().pid()
                + ",\"first\":" + loss.first()
                + ",\"last\":" + loss.last()
                + ",\"messages\":" + loss.count()
                + ",\"gaps\":" + loss.gaps()
                + ",\"cause\":" + quoted(loss.cause()) + "}";
    }
}
