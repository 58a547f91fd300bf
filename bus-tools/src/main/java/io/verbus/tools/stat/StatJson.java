package io.verbus.tools.stat;

import static io.verbus.tools.Texts.hex;
import static io.verbus.tools.Texts.quoted;

import io.verbus.Refusal;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;

/** The state of a host as a JSON object on one line. Ids are strings, as in {@code ./bus loss --json}. */
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
                + ",\"threadSilentNs\":"
                + (one.threadSilentNs() == PublicationStat.UNKNOWN ? "null" : one.threadSilentNs())
                + ",\"heldUpBy\":["
                + one.holdUps().stream().map(StatJson::backPressure).collect(Collectors.joining(","))
                + "]}";
    }

    private static String backPressure(final PublicationStat.HoldUp one) {
        return "{\"subscription\":" + quoted(one.subscription()) + ",\"id\":" + quoted(hex(one.id())) + ",\"pid\":"
                + one.pid() + ",\"claims\":" + one.claims() + ",\"ns\":" + one.ns()
                + "}";
    }

    private static String subscription(final SubscriptionStat one) {
        return "{\"stream\":" + quoted(one.stream())
                + ",\"name\":" + quoted(one.name())
                + ",\"id\":" + quoted(hex(one.id()))
                + ",\"pid\":" + one.pid()
                + ",\"host\":" + host(one.host())
                + ",\"alive\":" + one.alive()
                + ",\"policy\":" + (one.policy() == null ? "null" : quoted(one.policy().toString()))
                + read(one.read())
                + counts(one.counts()) + "}";
    }

    private static String read(final SubscriptionStat.Read read) {
        if (read == null) {
            return ",\"session\":null,\"publisherHost\":null,\"lagBytes\":0,\"lagPercent\":0.000,"
                    + "\"refusal\":null";
        }
        return ",\"session\":" + quoted(hex(read.session()))
                + ",\"publisherHost\":" + host(read.publisherHost())
                + ",\"lagBytes\":" + read.lagBytes()
                + ",\"lagPercent\":" + (read.lagPercent() == SubscriptionStat.UNKNOWN
                        ? "null"
                        : String.format(Locale.ROOT, "%.3f", read.lagPercent()))
                + ",\"refusal\":" + (read.refusal() == Refusal.NONE ? "null" : quoted(read.refusal().toString()));
    }

    private static String counts(final SubscriptionStat.Counts counts) {
        return counts == null
                ? ",\"gaps\":null,\"missed\":null,\"filled\":null,\"handlerFailures\":null"
                : ",\"gaps\":" + counts.gaps()
                        + ",\"missed\":" + counts.missed()
                        + ",\"filled\":" + counts.filled()
                        + ",\"handlerFailures\":" + counts.failed();
    }

    /** An address as JSON; null for this host. */
    private static String host(final String host) {
        return host.isEmpty() ? "null" : quoted(host);
    }
}
