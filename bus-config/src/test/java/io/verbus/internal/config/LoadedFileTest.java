package io.verbus.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BlockingPermission;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.config.Configuration;
import io.verbus.journal.Durability;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.Retention;
import io.verbus.recovery.Delivery;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The values of a file replace defaults, and are replaced by the environment. */
class LoadedFileTest {
    static final String ALL = """
            bus:
              directory: bus
              group-access: share
              group: root
              heartbeat-timeout: 2s
              progress-timeout: 1m
              counters: 4096
            conductor:
              duty-cycle: 250ms
              core: 3
            security:
              secret-file: secret
            streams:
              md.itch:
                publication:
                  publisher: feed-a
                  capacity: 64M
                  timestamps: true
                  linger: 0s
                  pushes-on-commit: false
                  blocking: [book, risk]
                  listen: rdma://0.0.0.0:7471
                  connect: ["rdma://10.0.0.2:7471?mtu=1024", "rdma://10.0.0.3:7471?secret-file=/etc/other"]
                  core: 2
                subscription:
                  name: book
                  repair: report
                  policy: block
                  start: 7
                  copies: true
                  reassembly-limit: 1M
                  thread: md
                  core: any
                recovery:
                  delivery: live-first
                  timeout: 1.5s
                  connect: []
                journal:
                  segment-length: 16K
                  durability: 50ms
                  retain-bytes: 500G
                  retain-age: 7d
                serve:
                  answers: 3
                  capacity: 65536
                  patience: 1h
              md.other:
            """;

    @TempDir
    private Path folder;

    @Test
    void everyKeyIsRead() throws IOException {
        Files.createFile(folder.resolve("secret"));
        final LoadedConfiguration loaded = Loading.load(file(ALL));

        final BusSettings bus = loaded.bus();
        assertEquals(folder.resolve("bus"), bus.directory());
        assertEquals("root", bus.group());
        assertEquals(BusSettings.GroupAccess.SHARE, bus.groupAccess());
        assertEquals(Duration.ofSeconds(2), bus.heartbeatTimeout());
        assertEquals(Duration.ofMinutes(1), bus.progressTimeout());
        assertEquals(4_096, bus.counters());
        assertEquals(Duration.ofMillis(250), bus.dutyCycle());
        assertEquals(3, bus.conductorCore());

        final SettingsWithCore<PublicationSettings> publication = loaded.stream("md.itch").publication()
                .applyTo(new SettingsWithCore<>(PublicationSettings.of("md.itch"), -1));
        final String secret = folder.resolve("secret").toString();
        assertSameValues(PublicationSettings.of("md.itch").withPublisher("feed-a").withCapacity(64 << 20)
                .withTimestamps(true).withLinger(Duration.ZERO).withPushesOnCommit(false)
                .withBlocking(BlockingPermission.named("book", "risk"))
                .withEndpoints(Endpoint.listen("rdma://0.0.0.0:7471?secret-file=" + secret),
                        Endpoint.connect("rdma://10.0.0.2:7471?mtu=1024&secret-file=" + secret),
                        Endpoint.connect("rdma://10.0.0.3:7471?secret-file=/etc/other")),
                publication.settings());
        assertEquals(2, publication.core());

        final SettingsWithCore<SubscriptionSettings> subscription = loaded.stream("md.itch").subscription()
                .applyTo(new SettingsWithCore<>(SubscriptionSettings.of("md.itch"), 1));
        assertSameValues(SubscriptionSettings.of("md.itch").withName("book").withPolicy(Policy.BLOCK)
                .withRepair(Repair.REPORT).withStart(Start.at(7)).withCopies(true).withReassemblyLimit(1 << 20)
                .withThread("md"), subscription.settings());
        assertEquals(BusSettings.ANY_CORE, subscription.core());

        assertSameValues(RecoverySettings.defaults().withDelivery(Delivery.LIVE_FIRST)
                .withTimeout(Duration.ofMillis(1500)),
                loaded.stream("md.itch").recovery()
                        .applyTo(RecoverySettings.defaults().withEndpoints(Endpoint.connect("rdma://10.0.0.9:1"))));
        assertSameValues(JournalSettings.defaults().withSegmentLength(16 << 10)
                .withDurability(Durability.every(Duration.ofMillis(50)))
                .withRetention(new Retention(500L << 30, Duration.ofDays(7))),
                loaded.stream("md.itch").journal().applyTo(JournalSettings.defaults()));
        assertSameValues(ServeSettings.defaults().withAnswers(3).withCapacity(65_536).withPatience(Duration.ofHours(1)),
                loaded.stream("md.itch").serve().applyTo(ServeSettings.defaults()));
        assertEquals(List.of("md.itch", "md.other"), List.copyOf(loaded.streams().keySet()));
    }

    @Test
    void environmentReplacesTheDirectoryOfTheFile() throws IOException {
        final LoadedConfiguration loaded = Loading.load(file("bus:\n  directory: /dev/shm/file\n  counters: 64\n"),
                Map.of("VERBUS_DIR", "/dev/shm/verbus-default"));
        assertEquals(Loading.defaults().directory(), loaded.bus().directory());
        assertEquals(64, loaded.bus().counters());
    }

    @Test
    void byteOrderMarkAndLineEndsOfWindowsAreAccepted() throws IOException {
        assertEquals(64, Loading.load(file("\uFEFFbus:\r\n  counters: \"64\"\r\n")).bus().counters());
    }

    @Test
    void defaultsOfTheApplicationRemainWhereTheFileHasNoValue() throws IOException {
        final LoadedConfiguration loaded = Loading
                .load(file("streams:\n  s:\n    publication:\n      capacity: 128K\n"));
        final PublicationSettings own = PublicationSettings.of("s").withPublisher("own").withCapacity(1 << 20)
                .withEndpoints(Endpoint.listen("rdma://0.0.0.0:1"));
        assertSameValues(own.withCapacity(128 << 10),
                loaded.stream("s").publication().applyTo(new SettingsWithCore<>(own, -1)).settings());
        assertSameValues(own, loaded.stream("other").publication().applyTo(new SettingsWithCore<>(own, -1)).settings());
    }

    /** Also when the order of the keys, or the defaults, would contradict each other. */
    @Test
    void longTimeoutsAndLongDutyCycleAreValidTogether() throws IOException {
        final BusSettings bus = Loading.load(file("""
                conductor: {duty-cycle: 10s}
                bus: {heartbeat-timeout: 40s, progress-timeout: 1h}
                """)).bus();
        assertEquals(Duration.ofSeconds(10), bus.dutyCycle());
        assertEquals(Duration.ofSeconds(40), bus.heartbeatTimeout());
    }

    @Test
    void listingIsAFileWithTheSameValues() throws IOException {
        Files.createFile(folder.resolve("secret"));
        final List<String> lines = ConfigurationListing.of(Loading.load(file(ALL)));
        final List<String> again = ConfigurationListing.of(Loading.load(file(String.join("\n", lines))));
        assertEquals(withoutComments(lines), withoutComments(again));
        assertTrue(lines.contains("  counters: 4096                        # " + folder.resolve("verbus.yaml")
                + ", line 7"), lines::toString);
    }

    @Test
    void schemasOfAStreamAreBesideItsSections() throws IOException {
        final Path file = file("streams:\n  s:\n    schema: [a.xml, /x/b.sbeir]\n  t:\n    schema: c.xml\n");
        final LoadedConfiguration loaded = LoadedConfiguration.load(file, BusSettings.defaults(), Map.of());
        assertEquals(List.of(file.resolveSibling("a.xml"), Path.of("/x/b.sbeir")),
                loaded.stream("s").messages().applyTo(List.of()));
        assertEquals(List.of(), loaded.stream("u").messages().applyTo(List.of()));
        final List<String> listing = ConfigurationListing.of(loaded);
        assertTrue(listing.stream().anyMatch(line -> line.matches("    schema: \\[.*a.xml, /x/b.sbeir] .*, line 3")),
                listing::toString);
        assertTrue(listing.stream().anyMatch(line -> line.matches("    schema: .*c.xml .*, line 5")),
                listing::toString);
    }

    @Test
    void listingStatesWhereValuesComeFrom() throws IOException {
        final Path file = file("conductor:\n  core: 1\nstreams:\n  s:\n    serve:\n      answers: 2\n");
        assertEquals("""
                bus:
                  directory: /dev/shm/verbus-default    # environment, VERBUS_DIR
                  group-access: observe                 # default
                  heartbeat-timeout: 500ms              # default
                  progress-timeout: 10s                 # default
                  counters: 65536                       # default
                conductor:
                  duty-cycle: 20ms                      # default
                  core: 1                               # FILE, line 2
                streams:
                  s:
                    serve:
                      answers: 2                        # FILE, line 6
                      capacity: 1M                      # default
                      patience: 5s                      # default
                      listen: []                        # default
                """.replace("FILE", file.toString()).lines().toList(),
                ConfigurationListing.of(Loading.load(file, Map.of("VERBUS_DIR", "/dev/shm/verbus-default"))));
    }

    @Test
    void applicationLoadsTheFile() throws IOException {
        final Path file = file("bus:\n  counters: 64\nstreams:\n  s:\n    publication:\n      core: 1\n");
        final Configuration configuration = Configuration.load(file);
        assertEquals(64, configuration.bus().counters());
        assertEquals(1, configuration.publishingCore("s").orElseThrow());
        assertTrue(configuration.pollingCore("s").isEmpty());
        assertSameValues(PublicationSettings.of("s"), configuration.publication("s"));
        assertEquals(Optional.of(file), configuration.file());
    }

    @Test
    void configurationWithoutAFileHasTheSettingsOfTheApplication() {
        final BusSettings settings = BusSettings.defaults().withCounters(64);
        final Configuration configuration = Configuration.of(settings);
        assertEquals(settings, configuration.bus());
        assertSameValues(PublicationSettings.of("s"), configuration.publication("s"));
        assertSameValues(SubscriptionSettings.of("s"), configuration.subscription("s"));
        assertTrue(configuration.pollingCore("s").isEmpty());
    }

    static List<String> withoutComments(final List<String> lines) {
        return lines.stream().map(line -> line.replaceAll(" +# .*", "")).toList();
    }

    private Path file(final String text) throws IOException {
        return Files.writeString(folder.resolve("verbus.yaml"), text);
    }

    private static void assertSameValues(final Object expected, final Object settings) {
        assertEquals(values(expected), values(settings));
    }

    private static Map<String, Object> values(final Object settings) {
        final Map<String, Object> values = new TreeMap<>();
        for (final Field field : settings.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                try {
                    values.put(field.getName(), field.get(settings));
                } catch (final IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return values;
    }
}
