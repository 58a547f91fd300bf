package io.verbus.tools.stat;

import static io.verbus.tools.Texts.quoted;
import static io.verbus.tools.stat.StatTable.hex;

import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;

/** What there is on a host, for programs: a JSON object on one line. Ids are texts, as in {@code ./bus loss --json}. */
final class StatJson {
    private StatJson() {
    }

    static String of(final HostStat now, final Instant time) {
        return "{\"time\":" + quoted(time.toString()) + ",\"publications\":["
                + now.publications().stream().map(StatJson::publication).collect(Collectors.joining(","))
                + "],\"subscriptions\":["
                + now.subscriptions().stream().map(StatJson::subscription).collect(Collectors.joining(",")) + "]}";
    }

    private static String publication(final PublicationStat one) {
        return "{\"stream\":" + quoted(one.stream())
                + ",\"session\":" + quoted(hex(one.session()))
                + ",\"publisher\":" + quoted(one.publisher())
                + ",\"pid\":" + one.pid()
                + ",\"alive\":" + one.alive()
                + ",\"messages\":" + one.messages()
                + ",\"position\":" + one.position()
                + ",\"capacity\":" + one.capacity()
                + ",\"claimsRefused\":" + one.refused()
                + ",\"heldUpBy\":[" + one.holdUps().stream().map(StatJson::holdUp).collect(Collectors.joining(","))
                + "]}";
    }

    private static String holdUp(final PublicationStat.HoldUp one) {
        return "{\"subscription\":" + quoted(one.subscription()) + ",\"claims\":" + one.claims() + ",\"ns\":" + one.ns()
                + "}";
    }

    private static String subscription(final SubscriptionStat one) {
        return "{\"stream\":" + quoted(one.stream())
                + ",\"name\":" + quoted(one.name())
                + ",\"pid\":" + one.pid()
                + ",\"alive\":" + one.alive()
                + ",\"policy\":" + quoted(one.policy().toString())
                + ",\"session\":" + (one.session() == 0 ? "null" : quoted(hex(one.session())))
                + ",\"behindBytes\":" + one.behindBytes()
                + ",\"behindPercent\":" + String.format(Locale.ROOT, "%.3f", one.behindPercent())
                + ",\"gaps\":" + one.gaps()
                + ",\"missed\":" + one.missed()
                + ",\"filled\":" + one.filled() + "}";
    }
}
