package io.verbus.tools.stat;

import static io.verbus.tools.Texts.hex;

import io.verbus.Refusal;
import io.verbus.tools.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Map;

/** The state of a host as a JSON object on one line. */
final class StatJson {
    private StatJson() {
    }

    static String of(final HostStat now, final Instant time) {
        return Json.line(Json.object("time", time.toString(),
                "publications", now.publications().stream().map(StatJson::publication).toList(),
                "subscriptions", now.subscriptions().stream().map(StatJson::subscription).toList(),
                "unreadable", now.unreadable()));
    }

    private static Map<String, Object> publication(final PublicationStat one) {
        return Json.object("stream", one.stream(), "session", hex(one.session()), "publisher", one.publisher(),
                "pid", one.pid(), "alive", one.alive(), "messages", one.messages(), "position", one.position(),
                "capacity", one.capacity(), "claimsRefused", one.refused(),
                "threadSilentNs", one.threadSilentNs() == PublicationStat.UNKNOWN ? null : one.threadSilentNs(),
                "heldUpBy", one.backPressure().stream().map(StatJson::backPressure).toList());
    }

    private static Map<String, Object> backPressure(final PublicationStat.BackPressure one) {
        return Json.object("subscription", one.subscription(), "id", hex(one.id()), "pid", one.pid(),
                "claims", one.claims(), "ns", one.ns());
    }

    private static Map<String, Object> subscription(final SubscriptionStat one) {
        final Map<String, Object> fields = Json.object("stream", one.stream(), "name", one.name(), "id", hex(one.id()),
                "pid", one.pid(), "host", host(one.host()), "alive", one.alive(),
                "policy", one.policy() == null ? null : one.policy().toString());
        fields.putAll(read(one.read()));
        fields.putAll(counts(one.counts()));
        return fields;
    }

    private static Map<String, Object> read(final SubscriptionStat.Read read) {
        return read == null
                ? Json.object("session", null, "publisherHost", null, "lagBytes", 0, "lagPercent", percent(0),
                        "refusal", null)
                : Json.object("session", hex(read.session()), "publisherHost", host(read.publisherHost()),
                        "lagBytes", read.lagBytes(),
                        "lagPercent", read.lagPercent() == SubscriptionStat.UNKNOWN ? null : percent(read.lagPercent()),
                        "refusal", read.refusal() == Refusal.NONE ? null : read.refusal().toString());
    }

    private static BigDecimal percent(final double value) {
        return BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP);
    }

    private static Map<String, Object> counts(final SubscriptionStat.GapCounts counts) {
        return counts == null
                ? Json.object("gaps", null, "missed", null, "filled", null, "handlerFailures", null)
                : Json.object("gaps", counts.gaps(), "missed", counts.missed(), "filled", counts.filled(),
                        "handlerFailures", counts.failed());
    }

    /** An address; null for this host. */
    private static String host(final String host) {
        return host.isEmpty() ? null : host;
    }
}
