package io.verbus.tools.loss;

import static io.verbus.tools.Texts.quoted;

import io.verbus.losses.Loss;
import java.time.Instant;
import java.util.HexFormat;

/** A loss for programs: a JSON object on one line. Ids are texts, since they need more than the 53 bits of a number. */
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

    static String hex(final long id) {
        return HexFormat.of().toHexDigits(id);
    }
}
