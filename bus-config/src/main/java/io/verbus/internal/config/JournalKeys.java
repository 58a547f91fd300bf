package io.verbus.internal.config;

import io.verbus.Endpoint;
import io.verbus.internal.journal.SegmentLayout;
import io.verbus.journal.Durability;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.Retention;
import io.verbus.recovery.Delivery;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of {@link JournalSettings}, {@link ServeSettings} and {@link RecoverySettings}. */
final class JournalKeys {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration LONGEST_AGE = Duration.ofDays(10_000);
    private static final long MOST_BYTES = 1L << 50;
    private static final int MOST_ANSWERS = 1_024;
    private static final String ALL = "all";

    private JournalKeys() {
    }

    static KeySection<JournalSettings> journal() {
        return new KeySection<>("journal", List.of(
                new Key<>("segment-length", ValueForm.intSize(SegmentLayout.MIN_LENGTH, SegmentLayout.MAX_LENGTH),
                        "size of each segment file", JournalSettings::segmentLength,
                        JournalSettings::withSegmentLength),
                new Key<>("durability", durability(), "when records must be on the disk",
                        JournalSettings::durability, JournalSettings::withDurability),
                new Key<>("retain-bytes", bytes(), "the oldest segments are removed above this size",
                        settings -> settings.retention().bytes(), (settings, bytes) -> settings
                                .withRetention(new Retention(bytes, settings.retention().age()))),
                new Key<>("retain-age", age(), "segments without a newer message are removed",
                        settings -> settings.retention().age(), (settings, age) -> settings
                                .withRetention(new Retention(settings.retention().bytes(), age)))));
    }

    static KeySection<ServeSettings> serve(final AddressForms addresses) {
        return new KeySection<>("serve", List.of(
                new Key<>("answers", ValueForm.number(1, MOST_ANSWERS), "maximum number of concurrent responses",
                        ServeSettings::answers, ServeSettings::withAnswers),
                new Key<>("capacity", ValueForm.powerOfTwo(ServeSettings.MIN_CAPACITY, 1 << 30),
                        "log of each response", ServeSettings::capacity, ServeSettings::withCapacity),
                new Key<>("patience", ValueForm.duration(Duration.ZERO, Duration.ofHours(1)),
                        "how long a response waits for its requester", ServeSettings::patience,
                        ServeSettings::withPatience),
                new Key<>("listen", addresses.form(true), "addresses of this host, for requesters on other hosts",
                        ServeSettings::endpoints, (settings, endpoints) -> settings
                                .withEndpoints(endpoints.toArray(Endpoint[]::new)))));
    }

    static KeySection<RecoverySettings> recovery(final AddressForms addresses) {
        return new KeySection<>("recovery", List.of(
                new Key<>("delivery", ValueForm.constants(Delivery.class),
                        "treatment of live messages while older ones are fetched",
                        RecoverySettings::delivery, RecoverySettings::withDelivery),
                new Key<>("timeout", ValueForm.duration(SHORTEST, LONGEST),
                        "time without a message after which missing ones are lost",
                        RecoverySettings::timeout, RecoverySettings::withTimeout),
                new Key<>("connect", addresses.form(false), "addresses of recorders on other hosts",
                        RecoverySettings::endpoints, (settings, endpoints) -> settings
                                .withEndpoints(endpoints.toArray(Endpoint[]::new)))));
    }

    private static ValueForm<Durability> durability() {
        final Map<String, Durability> words = new LinkedHashMap<>();
        words.put("none", Durability.none());
        words.put("batch", Durability.everyBatch());
        return ValueForm.words(words, "or an interval such as 50ms",
                text -> Durability.every(Quantities.durationWithUnit(text)),
                durability -> durability instanceof Durability.Every(Duration period)
                        ? Quantities.shown(period)
                        : "none");
    }

    private static ValueForm<Long> bytes() {
        final ValueForm<Long> size = ValueForm.size(1, MOST_BYTES);
        return ValueForm.words(Map.of(ALL, Retention.ALL.bytes()), "or a size such as 500G",
                text -> size.parse().apply(List.of(text)), Quantities::shown);
    }

    private static ValueForm<Duration> age() {
        final ValueForm<Duration> age = ValueForm.duration(SHORTEST, LONGEST_AGE);
        return ValueForm.words(Map.of(ALL, Retention.ALL.age()), "or a duration such as 7d",
                text -> age.parse().apply(List.of(text)), Quantities::shown);
    }
}
