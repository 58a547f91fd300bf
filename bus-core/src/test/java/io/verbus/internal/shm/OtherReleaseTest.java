package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Build;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.os.HeaderFields;
import io.verbus.monitor.BusCounters;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A release with another version of every layout has run, or runs, in the bus directory: each of its files is refused
 * in one sentence with both versions, none is changed, and the processes of this release work with each other.
 */
class OtherReleaseTest {
    private static final String READS = ", and Verbus " + Build.description() + " reads layout ";
    private static final String SAME = ": run the same release in all processes of the bus directory; ";
    private static final String REMEDY = SAME + "when the process of the file has ended, remove it";
    private static final int VERSION_OFFSET = 8;
    private static final int LOG_CHECKSUM = 448;
    private static final int POSITIONS_CHECKSUM = 172;

    @TempDir(factory = ShmDir.class)
    private Path root;

    private final List<String> errors = new ArrayList<>();
    private Path log;
    private Path positions;
    private Path counters;

    /** Another release and its files: those of this one, with the next version. */
    @BeforeEach
    void otherRelease() throws IOException {
        try (Bus bus = Bus.launch(settings());
                Publication publication = bus.publish(publication());
                Subscription subscription = bus.subscribe("s")) {
            assertEquals("s", publication.stream());
            assertEquals(0, subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
            log = next(theOnly("s", ".log"), LOG_CHECKSUM);
            positions = next(theOnly("s", ".positions"), POSITIONS_CHECKSUM);
            counters = next(theOnly(".processes", ".counters"), 0);
        }
        errors.clear(); // its conductor may have found the files already
    }

    private Path theOnly(final String folder, final String suffix) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(folder))) {
            return files.filter(path -> path.toString().endsWith(suffix)).findFirst().orElseThrow();
        }
    }

    /** Copies a file under the id of another process, as another release would write it. */
    private static Path next(final Path path, final int checksumOffset) throws IOException {
        final Path copy = path.resolveSibling(path.getFileName().toString().replaceFirst("^[0-9a-f]+",
                "00000000000000aa"));
        Files.write(copy, next(Files.readAllBytes(path), checksumOffset));
        return copy;
    }

    private static byte[] next(final byte[] bytes, final int checksumOffset) {
        final UnsafeBuffer header = new UnsafeBuffer(bytes);
        header.putInt(VERSION_OFFSET, header.getInt(VERSION_OFFSET) + 1);
        if (checksumOffset > 0) {
            header.putInt(checksumOffset, HeaderFields.checksum(header, checksumOffset));
        }
        return bytes;
    }

    @Test
    void logAndSubscriptionAreNamedOnceAndTheBusWorks() throws IOException {
        final byte[] bytes = Files.readAllBytes(log);
        final byte[] place = Files.readAllBytes(positions);
        try (Bus bus = Bus.launch(settings());
                Publication publication = bus.publish(publication());
                Subscription subscription = bus
                        .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK))) {
            final int[] received = {0};
            for (int i = 0; i < 10; i++) {
                publication.offer(new UnsafeBuffer(new byte[8]), 0, 8);
                bus.doWork();
                subscription.poll((buffer, offset, length, header) -> {
                    received[0]++;
                    return Action.TAKEN;
                }, 10);
            }
            assertTrue(received[0] > 0, "nothing was received");
            assertEquals(List.of(publication.session()), subscription.sessions());
        }
        assertEquals(List.of(
                log + " has log layout 5, written by Verbus " + Build.description() + READS + 4 + REMEDY,
                positions + " has positions layout 5" + READS + 4 + REMEDY),
                errors.stream().map(OtherReleaseTest::withoutPrefix).sorted().toList());
        assertEquals(new UnsafeBuffer(bytes), new UnsafeBuffer(Files.readAllBytes(log)));
        assertEquals(new UnsafeBuffer(place), new UnsafeBuffer(Files.readAllBytes(positions)));
    }

    private static String withoutPrefix(final String error) {
        return error.substring(Math.max(0, error.indexOf('/')));
    }

    @Test
    void countersAreNamed() {
        assertEquals(counters + " has counters layout 4" + READS + 3 + REMEDY,
                assertThrows(BusException.class, () -> BusCounters.read(counters, reader -> {})).getMessage());
    }

    /** The process of another release still writes into the report under its new name. */
    @Test
    void lossReportIsSetAsideAndANewOneIsBegun() throws IOException {
        final Path report = BusDirectory.losses(root);
        Files.write(report, next(Files.readAllBytes(report), 0));
        Bus.launch(settings()).close();
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.getFirst().startsWith("the loss report was renamed to " + report + ".damaged-"),
                errors::toString);
        assertTrue(errors.getFirst().endsWith(report + " has loss report layout 4" + READS + 3
                + ": read it with the release that wrote it (./bus loss)"), errors::toString);
    }

    @Test
    void countsOfChangesAreNotShared() throws IOException {
        final Path changes = BusDirectory.open(root).changes();
        Files.write(changes, next(Files.readAllBytes(changes), 0));
        Bus.launch(settings()).close();
        assertEquals(List.of("each duty cycle looks at its directory, because the counts of changes cannot be used: "
                + changes + " has changes layout 2" + READS + 1 + SAME + "remove it when no bus runs"), errors);
    }

    private static PublicationSettings publication() {
        return PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO);
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(root).withoutThread()
                .withErrorHandler(t -> errors.add(t.getMessage()));
    }
}
