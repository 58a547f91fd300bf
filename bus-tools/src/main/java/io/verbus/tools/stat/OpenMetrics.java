package io.verbus.tools.stat;

import static io.prometheus.metrics.model.snapshots.Unit.BYTES;
import static io.prometheus.metrics.model.snapshots.Unit.SECONDS;
import static io.verbus.tools.Texts.hex;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.CounterValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The state of a host in the OpenMetrics 1.0 text format. Numbers that are unknown are left out. */
final class OpenMetrics {
    /** Media type of the format, for HTTP. */
    static final String CONTENT_TYPE = OpenMetricsTextFormatWriter.CONTENT_TYPE;
    private static final double NS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;

    private final StatView view;
    private final MetricFamilies families = new MetricFamilies();

    private OpenMetrics(final StatView view) {
        this.view = view;
    }

    /** Formats the state. */
    static String of(final StatView view) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OpenMetricsTextFormatWriter.create().write(out, new OpenMetrics(view).snapshots(),
                    EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private MetricSnapshots snapshots() {
        view.now().publications().forEach(this::addPublication);
        view.now().subscriptions().forEach(this::addSession);
        final Set<Long> added = new HashSet<>();
        view.now().subscriptions().stream().filter(one -> one.counts() != null && added.add(one.id()))
                .forEach(this::addCounts);
        view.now().processes().forEach(this::addProcess);
        families.gauge("verbus_unreadable_files", "Files of the bus directory that could not be read.", null,
                Labels.EMPTY, view.now().unreadable().size());
        return families.snapshots();
    }

    private void addPublication(final PublicationStat one) {
        final Labels labels = Labels.of("stream", one.stream(), "publisher", one.publisher(), "session",
                hex(one.session()), "pid", Long.toString(one.pid()));
        families.states("verbus_publication_state", "Condition of a publication.", labels,
                List.of(PublicationState.values()), List.of(view.state(one)));
        families.counter("verbus_publication_messages", "Messages that a publication has committed.", null, labels,
                one.messages());
        families.counter("verbus_publication_bytes", "Bytes of the log that a publication has committed.", BYTES,
                labels, one.position());
        families.counter("verbus_publication_claims_refused", "Claims that were refused because of back pressure.",
                null, labels, one.refused());
        families.gauge("verbus_publication_log_bytes", "Capacity of the log of a publication.", BYTES, labels,
                one.capacity());
        one.backPressure().forEach(cause -> addBackPressure(cause, labels));
    }

    private void addBackPressure(final PublicationStat.BackPressure cause, final Labels publication) {
        final Labels labels = publication.merge(Labels.of("subscription", cause.subscription(), "subscription_id",
                hex(cause.id()), "subscription_pid", Long.toString(cause.pid())));
        families.counter("verbus_back_pressure_claims", "Claims of a publication that a subscription has blocked.",
                null, labels, cause.claims());
        families.counter("verbus_back_pressure_seconds", "Time for which a subscription has blocked a publication.",
                SECONDS, labels, cause.ns() / NS_PER_SECOND);
    }

    private void addSession(final SubscriptionStat one) {
        final SubscriptionStat.Read read = one.read();
        final Labels labels = labels(one).merge(Labels.of("session", read == null ? "" : hex(read.session()),
                "publisher_host", read == null ? "" : SubscriptionNames.hostOnly(read.publisherHost())));
        families.states("verbus_subscription_state", "Conditions of a subscription in a session.", labels,
                List.of(SubscriptionState.values()), view.states(one));
        if (read != null) {
            families.counter("verbus_subscription_consumed_messages",
                    "Messages of a session before the next one that the subscription needs.", null, labels,
                    read.consumed());
            families.gauge("verbus_subscription_lag_messages", "Messages that a subscription has not consumed.", null,
                    labels, read.lagMessages());
            families.gauge("verbus_subscription_lag_bytes", "Bytes of the log that a subscription has not consumed.",
                    BYTES, labels, read.lagBytes());
            families.gauge("verbus_subscription_lag_seconds",
                    "Age of the first message that a subscription has not consumed.", SECONDS, labels,
                    seconds(read.lagNs()));
        }
        if (one.connection() != null) {
            addConnection(one.connection(), labels);
        }
    }

    private void addConnection(final SubscriptionStat.Connection one, final Labels labels) {
        families.gauge("verbus_connection_up",
                "1 while a subscription is connected to a session on another host, else 0.", null,
                labels.merge(Labels.of("link", one.link())), one.isUp() ? 1 : 0);
        families.counter("verbus_connection_reconnects",
                "Times that a subscription has connected again to a session on another host.", null, labels,
                one.reconnects());
        families.gauge("verbus_connection_epoch", "Number of the last connection, from 1.", null, labels,
                one.epochs());
        families.gauge("verbus_connection_credit_bytes",
                "Bytes that the publisher may write before the subscription returns more.", BYTES, labels,
                one.creditBytes());
    }

    private void addLatency(final SubscriptionStat.RecordedLatency one, final Labels labels) {
        final Quantiles.Builder quantiles = Quantiles.builder();
        if (one.maxNs() >= 0) {
            quantiles.quantile(0.5, seconds(one.p50Ns())).quantile(0.99, seconds(one.p99Ns()))
                    .quantile(0.999, seconds(one.p999Ns())).quantile(1, seconds(one.maxNs()));
        }
        families.summary("verbus_subscription_latency_seconds",
                "Time from commit to handler: quantiles of the last ten seconds, and messages so far.", SECONDS, labels,
                one.messages(), quantiles.build());
        one.late().causes().forEach((cause, messages) -> families.counter("verbus_subscription_late_messages",
                "Messages that a subscription has received late, by cause.", null,
                labels.merge(Labels.of("cause", cause.word())), messages));
    }

    private void addCounts(final SubscriptionStat one) {
        final Labels labels = labels(one);
        families.counter("verbus_subscription_gaps", "Times that a subscription missed messages.", null, labels,
                one.counts().gaps());
        families.counter("verbus_subscription_missed_messages", "Messages that a subscription has lost.", null, labels,
                one.counts().missed());
        families.counter("verbus_subscription_filled_messages",
                "Missing messages that a subscription got from a journal.", null, labels, one.counts().filled());
        families.counter("verbus_subscription_handler_failures",
                "Messages for which the handler of a subscription threw an exception.", null, labels,
                one.counts().failed());
        if (one.latency() != null) {
            addLatency(one.latency(), labels);
        }
    }

    private static Labels labels(final SubscriptionStat one) {
        return Labels.of("stream", one.stream(), "subscription", one.name(), "subscription_id", hex(one.id()), "pid",
                Long.toString(one.pid()), "host", SubscriptionNames.hostOnly(one.host()), "policy",
                one.policy() == null ? "" : one.policy().toString());
    }

    private void addProcess(final ProcessStat one) {
        final Labels labels = Labels.of("process", hex(one.id()), "pid", Long.toString(one.pid()));
        families.gauge("verbus_process_alive", "1 if a process is alive, 0 if it has ended without closing its bus.",
                null, labels, one.alive() ? 1 : 0);
        families.gauge("verbus_process_start_time_seconds", "Start of a process, since 1970.", SECONDS, labels,
                one.started() == null ? StatView.UNKNOWN : one.started().toEpochMilli() / MS_PER_SECOND);
        families.counter("verbus_process_errors", "Errors that a process has reported.", null, labels, one.errors());
        families.gauge("verbus_conductor_silent_seconds", "Time since the conductor of a process ran.", SECONDS,
                labels, seconds(one.silentNs()));
        families.gauge("verbus_conductor_longest_cycle_seconds",
                "The longest time between two duty cycles of a conductor.", SECONDS, labels, seconds(one.maxCycleNs()));
        one.application().forEach(counter -> addApplication(counter, labels));
    }

    private void addApplication(final CounterValue one, final Labels process) {
        final Labels labels = process.merge(Labels.of("name", one.key().name()));
        if (one.kind() == CounterKind.APPLICATION_COUNTER) {
            families.counter("verbus_application_events", "A counter of an application.", null, labels, one.value());
        } else {
            families.signedGauge("verbus_application_value", "A value of an application.", labels, one.value());
        }
    }

    private static double seconds(final long ns) {
        return ns < 0 ? StatView.UNKNOWN : ns / NS_PER_SECOND;
    }
}
