package io.verbus.tools.loss;

import io.verbus.losses.Loss;
import java.time.Instant;
import java.util.HexFormat;

/** A loss for programs: a JSON object on one line. Ids are texts, since they need more than the 53 bits of a number. */
final class LossJson {
    private LossJson() {
    }

    static String of(final Loss loss) {
        return "{\"time\":" + text(Instant.EPOCH.plusNanos(loss.epochNs()).toString())
                + ",\"stream\":" + text(loss.publisher().stream())
                + ",\"session\":" + text(hex(loss.publisher().session()))
                + ",\"publisherPid\":" + loss.publisher().pid()
                + ",\"subscription\":" + text(loss.subscriber().name())
                + ",\"subscriptionId\":" + text(hex(loss.subscriber().id()))
                + ",\"pid\":" + loss.subscriber().pid()
                + ",\"first\":" + loss.first()
                + ",\"last\":" + loss.last()
                + ",\"messages\":" + loss.count()
                + ",\"cause\":" + text(loss.cause()) + "}";
    }

    static String hex(final long id) {
        return HexFormat.of().toHexDigits(id);
    }

    private static String text(final String value) {
        final StringBuilder quoted = new StringBuilder("\"");
        value.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
