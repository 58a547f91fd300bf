package io.verbus.tools.stat;

import static io.verbus.tools.Texts.hex;

import io.verbus.Refusal;
import io.verbus.monitor.CounterKind;
import io.verbus.tools.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The state of a host as a JSON object on one line. */
final class StatJson {
    private StatJson() {
    }

    static String of(final StatView view, final SortKey order, final Instant time) {
        return Json.line(Json.object("time", time.toString(),
                "publications", order.publications(view).stream().map(one -> publication(one, view)).toList(),
                "subscriptions", order.subscriptions(view).stream().map(one -> subscription(one, view)).toList(),
                "processes", view.now().processes().stream().map(StatJson::process).toList(),
                "unreadable", view.now().unreadable()));
    }

    private static Map<String, Object> publication(final PublicationStat one, final StatView view) {
        return Json.object("stream", one.stream(), "session", hex(one.session()), "publisher", one.publisher(),
                "pid", one.pid(), "hops", one.hops(), "relay",
                one.hops() == 0 ? null : relay(RelayStat.of(one, view.now())), "started", text(one.process().started()),
                "alive", one.alive(),
                "state", view.state(one).word(), "messages", one.messages(), "position", one.position(),
                "messagesPerSecond", known(view.messagesPerSecond(one)),
                "bytesPerSecond", known(view.bytesPerSecond(one)),
                "capacity", one.capacity(), "claimsRefused", one.refused(),
                "threadSilentNs", known(one.threadSilentNs()),
                "heldUpBy", one.backPressure().stream().map(StatJson::backPressure).toList());
    }

    private static Map<String, Object> relay(final RelayStat one) {
        return Json.object("source", one.source() == null ? null : host(one.source().read().publisherHost()),
                "lagMessages", one.source() == null ? null : known(one.source().read().lagMessages()),
                "lagBytes", one.source() == null ? null : one.source().read().lagBytes(),
                "slowestBlocking", one.slowest() == null ? null : hex(one.slowest().id()),
                "holdsSource", one.holdsSource());
    }

    private static Map<String, Object> backPressure(final PublicationStat.BackPressure one) {
        return Json.object("subscription", one.subscription(), "id", hex(one.id()), "pid", one.pid(),
                "claims", one.claims(), "ns", one.ns());
    }

    private static Map<String, Object> subscription(final SubscriptionStat one, final StatView view) {
        final Map<String, Object> fields = Json.object("stream", one.stream(), "name", one.name(), "id", hex(one.id()),
                "pid", one.pid(), "started", one.host().isEmpty() ? text(one.process().started()) : null,
                "host", host(one.host()), "alive", one.alive(),
                "policy", one.policy() == null ? null : one.policy().toString(),
                "state", view.states(one).stream().map(SubscriptionState::word).toList());
        fields.putAll(read(one.read()));
        fields.put("messagesPerSecond", known(view.messagesPerSecond(one)));
        fields.putAll(counts(one.counts()));
        fields.put("latency", latency(one.latency()));
        fields.put("late", late(one.latency()));
        return fields;
    }

    private static Map<String, Object> connection(final SubscriptionStat.Connection one) {
        return one == null
                ? null
                : Json.object("peer", host(one.peer()), "up", one.isUp(), "epochs", one.epochs(), "reconnects",
                        one.reconnects(), "creditBytes", known(one.creditBytes()),
                        "link", one.link().isEmpty() ? null : one.link());
    }

    private static Map<String, Object> latency(final SubscriptionStat.RecordedLatency one) {
        return one == null
                ? null
                : Json.object("messages", one.messages(), "p50Ns", known(one.p50Ns()), "p99Ns", known(one.p99Ns()),
                        "p999Ns", known(one.p999Ns()), "maxNs", known(one.maxNs()));
    }

    private static Map<String, Object> late(final SubscriptionStat.RecordedLatency one) {
        if (one == null) {
            return null;
        }
        final Map<String, Object> causes = new LinkedHashMap<>();
        one.late().causes().forEach((cause, messages) -> causes.put(cause.word(), messages));
        return Json.object("fromNs", one.late().fromNs(), "messages", one.late().messages(), "worstNs",
                one.late().worstNs(), "causes", causes);
    }

    private static Map<String, Object> read(final SubscriptionStat.Read read) {
        return read == null
                ? Json.object("session", null, "publisherHost", null, "consumed", null, "lagMessages", 0,
                        "lagBytes", 0, "lagPercent", percent(0), "lagNs", 0, "refusal", null,
                        "connection", null)
                : Json.object("session", hex(read.session()), "publisherHost", host(read.publisherHost()),
                        "consumed", known(read.consumed()), "lagMessages", known(read.lagMessages()),
                        "lagBytes", read.lagBytes(),
                        "lagPercent", read.lagPercent() == SubscriptionStat.UNKNOWN ? null : percent(read.lagPercent()),
                        "lagNs", known(read.lagNs()),
                        "refusal", read.refusal() == Refusal.NONE ? null : read.refusal().toString(),
                        "connection", connection(read.connection()));
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

    private static Map<String, Object> process(final ProcessStat one) {
        return Json.object("id", hex(one.id()), "pid", one.pid(), "started", text(one.started()), "alive", one.alive(),
                "conductorSilentNs", known(one.silentNs()), "conductorMaxCycleNs", one.maxCycleNs(),
                "errors", one.errors(), "counters", one.application().stream().map(counter -> Json.object(
                        "name", counter.key().name(), "kind",
                        counter.kind() == CounterKind.APPLICATION_COUNTER ? "counter" : "gauge",
                        "value", counter.value())).toList());
    }

    /** A number; null if it is negative: unknown. */
    private static Long known(final long value) {
        return value < 0 ? null : value;
    }

    private static String text(final Instant time) {
        return time == null ? null : time.toString();
    }

    /** An address; null for this host. */
    private static String host(final String host) {
        return host.isEmpty() ? null : host;
    }
}
