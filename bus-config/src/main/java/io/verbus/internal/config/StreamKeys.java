package io.verbus.internal.config;

import io.verbus.BlockingPermission;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.log.LogLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The keys of {@link PublicationSettings} and {@link SubscriptionSettings}. */
final class StreamKeys {
    private static final Duration LONGEST_LINGER = Duration.ofDays(1);
    private static final Duration LEAST_LATE = Duration.ofNanos(1_000);
    private static final Duration LONGEST_LATE = Duration.ofHours(1);
    private static final String ALL = "all";
    private static final String NONE = "none";

    private StreamKeys() {
    }

    /** The keys beside the sections. */
    static KeySection<List<Path>> messages(final Path folder) {
        return new KeySection<>("", List.of(new Key<List<Path>, List<Path>>("schema", ValueForm.paths(folder),
                "SBE schemas of the messages, for `tap`, `publish` and `journal cat`", schemas -> schemas,
                (none, schemas) -> schemas)));
    }

    static KeySection<SettingsWithCore<PublicationSettings>> publication(final AddressForms addresses) {
        return new KeySection<>("publication", List.of(
                key("publisher", ValueForm.name(), "name of the publisher, the same for each of its runs",
                        PublicationSettings::publisher, PublicationSettings::withPublisher),
                key("capacity", ValueForm.powerOfTwo(LogLayout.MIN_CAPACITY, LogLayout.MAX_CAPACITY),
                        "size of the log; a claim is at most a sixteenth of it",
                        PublicationSettings::capacity, PublicationSettings::withCapacity),
                key("timestamps", ValueForm.truth(), "whether each message carries the time of its commit",
                        PublicationSettings::timestamps, PublicationSettings::withTimestamps),
                key("linger", ValueForm.duration(Duration.ZERO, LONGEST_LINGER),
                        "longest wait of `close` without progress of the slowest subscription",
                        PublicationSettings::linger, PublicationSettings::withLinger),
                key("pushes-on-commit", ValueForm.truth(), "whether each commit is pushed to other hosts at once",
                        PublicationSettings::pushesOnCommit, PublicationSettings::withPushesOnCommit),
                key("blocking", blocking(),
                        "subscriptions that may block the publication; of other hosts without a secret, only named"
                                + " ones",
                        PublicationSettings::blocking, PublicationSettings::withBlocking),
                key("listen", addresses.form(true), "addresses of this host, for subscriptions on other hosts",
                        settings -> AddressForms.ofRole(true, settings.endpoints()),
                        (settings, role) -> settings
                                .withEndpoints(AddressForms.replaced(true, settings.endpoints(), role))),
                key("connect", addresses.form(false), "addresses at which subscriptions on other hosts listen",
                        settings -> AddressForms.ofRole(false, settings.endpoints()),
                        (settings, role) -> settings
                                .withEndpoints(AddressForms.replaced(false, settings.endpoints(), role))),
                core("core of the publishing thread")));
    }

    static KeySection<SettingsWithCore<SubscriptionSettings>> subscription(final AddressForms addresses) {
        return new KeySection<>("subscription", List.of(
                key("name", ValueForm.name(), "name of the subscription for publishers and counters",
                        SubscriptionSettings::name, SubscriptionSettings::withName),
                // Before the repair, which it resets.
                key("policy", ValueForm.constants(Policy.class), "treatment of the subscription when it is slow",
                        SubscriptionSettings::policy, SubscriptionSettings::withPolicy),
                key("repair", ValueForm.constants(Repair.class),
                        "treatment of missed messages; without this key `repair` under `block`, else `report`",
                        SubscriptionSettings::repair, SubscriptionSettings::withRepair),
                key("start", start(), "first message of sessions that are older than the subscription",
                        SubscriptionSettings::start, SubscriptionSettings::withStart),
                key("copies", ValueForm.truth(), "whether a handler always gets a verified copy",
                        SubscriptionSettings::copies, SubscriptionSettings::withCopies),
                key("reassembly-limit", ValueForm.intSize(1, 1 << 30), "memory for messages of several frames",
                        SubscriptionSettings::reassemblyLimit, SubscriptionSettings::withReassemblyLimit),
                key("session-limit", ValueForm.number(1, SubscriptionSettings.MAX_SESSION_LIMIT),
                        "sessions on this host that are read at once", SubscriptionSettings::sessionLimit,
                        SubscriptionSettings::withSessionLimit),
                key("thread", ValueForm.name(), "name of a polling thread that several subscriptions share",
                        SubscriptionSettings::thread, SubscriptionSettings::withThread),
                key("latencies", ValueForm.truth(),
                        "whether it records the latency of each message, for `./bus stat`; needs timestamps",
                        SubscriptionSettings::latencies, SubscriptionSettings::withLatencies),
                key("late-from", ValueForm.duration(LEAST_LATE, LONGEST_LATE),
                        "latency from which on a message is late: `./bus stat --slow` counts why; needs `latencies`",
                        SubscriptionSettings::lateFrom, SubscriptionSettings::withLateFrom),
                key("listen", addresses.form(true), "addresses to which publications on other hosts connect",
                        settings -> AddressForms.ofRole(true, settings.endpoints()),
                        (settings, role) -> settings
                                .withEndpoints(AddressForms.replaced(true, settings.endpoints(), role))),
                key("connect", addresses.form(false), "addresses at which publications on other hosts listen",
                        settings -> AddressForms.ofRole(false, settings.endpoints()),
                        (settings, role) -> settings
                                .withEndpoints(AddressForms.replaced(false, settings.endpoints(), role))),
                key("relays", ValueForm.list("a list of names of relays", List::copyOf, List::copyOf),
                        "relays that are read from at `connect` and `listen`, beside the publisher; without this key"
                                + " all",
                        settings -> settings.relays().stream().sorted().toList(),
                        (settings, relays) -> settings.withRelays(relays.toArray(String[]::new))),
                core("core of the polling thread")));
    }

    private static <P, T> Key<SettingsWithCore<P>, T> key(final String name, final ValueForm<T> form,
            final String meaning,
            final Function<P, T> get, final BiFunction<P, T, P> set) {
        return new Key<>(name, form, meaning, pinned -> get.apply(pinned.settings()),
                (pinned, value) -> pinned.with(settings -> set.apply(settings, value)));
    }

    private static <P> Key<SettingsWithCore<P>, Integer> core(final String meaning) {
        return new Key<>("core", BusKeys.core(), meaning, SettingsWithCore::core,
                (pinned, core) -> new SettingsWithCore<>(pinned.settings(), core));
    }

    private static ValueForm<BlockingPermission> blocking() {
        return ValueForm.list("all, none, or a list of names of subscriptions", texts -> switch (texts) {
            case final List<String> one when one.equals(List.of(ALL)) -> BlockingPermission.allowed();
            case final List<String> one when one.equals(List.of(NONE)) -> BlockingPermission.refused();
            default -> BlockingPermission.named(texts.toArray(String[]::new));
        }, permission -> {
            if (permission.all()) {
                return List.of(ALL);
            }
            return permission.names().isEmpty() ? List.of(NONE) : permission.names().stream().sorted().toList();
        });
    }

    private static ValueForm<Start> start() {
        final Map<String, Start> words = new LinkedHashMap<>();
        words.put("live", Start.live());
        words.put("oldest", Start.oldest());
        final String others = "or a sequence from 0";
        return ValueForm.words(words, others, text -> Start.at(ValueForm.whole(text, 0, Long.MAX_VALUE, others)),
                start -> start instanceof Start.At(long sequence) ? String.valueOf(sequence) : "live");
    }
}
