package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Host;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A positions file with forged words: its publisher neither fails nor waits longer than its timeout. */
class ForgedPositionsTest {
    private static final int CAPACITY = 1 << 16;
    private static final int FRAMES_A_LAP = CAPACITY / 32;
    /** The progress timeout of a second, and the time to notice it. */
    private static final int TIMEOUT_CYCLES = 53;
    private static final int HEARTBEAT = 512;
    private static final int LOOKED = 520;
    private static final int PLACES = 640;
    private static final int PLACE_LENGTH = 128;
    private static final int SESSION = PLACES;
    private static final int JOIN = PLACES + 8;
    private static final int POSITION = PLACES + 16;
    private static final int END = PLACES + 64 * PLACE_LENGTH;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private Host host;
    private Bus publishing;
    private Bus subscribing;
    private Publication publication;
    private MappedByteBuffer words;

    @BeforeEach
    void launch() throws IOException {
        host = new Host(directory);
        publishing = host.launch();
        subscribing = host.launch();
        publication = publishing.publish(
                PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ofMillis(500)));
        subscribing.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK));
        host.cycle(1, publishing);
        assertTrue(publication.subscribers().getFirst().acknowledged());
        try (FileChannel file = FileChannel.open(positionsFile(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            words = file.map(FileChannel.MapMode.READ_WRITE, 0, END);
            words.order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    @AfterEach
    void close() {
        host.close();
    }

    @TestFactory
    Stream<DynamicTest> aWordThatLies() {
        return Stream.of(
                forged("a position beyond the end", POSITION, cycle -> Long.MAX_VALUE - 1),
                forged("a position below 0", POSITION, cycle -> -1),
                forged("the lowest position of all", POSITION, cycle -> Long.MIN_VALUE),
                forged("a position that grows below 0", POSITION, cycle -> Long.MIN_VALUE + cycle),
                forged("a position that goes back", POSITION, cycle -> 64 * (1_000_000 - cycle)),
                forged("a position that alternates", POSITION, cycle -> cycle % 2 * 32),
                forged("a position between two frames", POSITION, cycle -> 7),
                forged("a join below 0", JOIN, cycle -> -1),
                forged("the lowest join of all", JOIN, cycle -> Long.MIN_VALUE),
                forged("a join that always grows", JOIN, cycle -> 1_000 + cycle),
                forged("no join", JOIN, cycle -> 0),
                forged("another session", SESSION, cycle -> 4711),
                forged("no session", SESSION, cycle -> 0),
                forged("a session that alternates", SESSION, cycle -> cycle % 2 * publication.session().id()),
                forged("a heartbeat that does not change", HEARTBEAT, cycle -> 0),
                forged("a heartbeat that goes back", HEARTBEAT, cycle -> -cycle),
                forged("a look in the future", LOOKED, cycle -> Long.MAX_VALUE),
                forged("a look before the beginning", LOOKED, cycle -> Long.MIN_VALUE));
    }

    private DynamicTest forged(final String name, final int offset, final LongUnaryOperator value) {
        return DynamicTest.dynamicTest(name, () -> {
            try {
                assertBlockedAtMostTheTimeout(cycle -> words.putLong(offset, value.applyAsLong(cycle)));
            } finally {
                close();
                launch(); // the next case begins with an honest file
            }
        });
    }

    @Test
    void joinInEveryPlaceDelaysPublisherAtMostTheTimeout() {
        assertBlockedAtMostTheTimeout(cycle -> {
            for (int place = 0; place < 64; place++) {
                words.putLong(SESSION + place * PLACE_LENGTH, publication.session().id());
                words.putLong(JOIN + place * PLACE_LENGTH, cycle);
            }
        });
    }

    @Test
    void randomWordsDelayPublisherAtMostTheTimeout() {
        final long seed = Seeds.draw();
        final Random random = new Random(seed);
        assertBlockedAtMostTheTimeout(cycle -> {
            for (int offset = HEARTBEAT; offset < END; offset += Long.BYTES) {
                words.putLong(offset, switch (random.nextInt(4)) {
                    case 0 -> publication.session().id();
                    case 1 -> random.nextInt(CAPACITY);
                    case 2 -> 0;
                    default -> random.nextLong();
                });
            }
        });
        assertEquals(0, host.errors().stream().filter(error -> !error.contains("was evicted")).count(),
                () -> "seed " + seed + ": " + host.errors());
    }

    private interface Forgery {
        void write(long cycle);
    }

    /** Two laps: each claim waits for the timeout at most. */
    private void assertBlockedAtMostTheTimeout(final Forgery forgery) {
        int held = 0;
        long cycle = 1;
        while (publication.sequence() < 2 * FRAMES_A_LAP) {
            forgery.write(cycle++);
            if (publication.offer(message, 0, 8) >= 0) {
                held = 0;
            } else {
                held++;
                assertTrue(held <= TIMEOUT_CYCLES, "blocked for " + held + " cycles");
                host.cycle(1, publishing);
            }
            assertEquals(1, publishing.doWork() >= 0 && publication.subscribers().size() <= 1 ? 1 : 0);
        }
        assertFalseForLongerThanItLingers();
    }

    private void assertFalseForLongerThanItLingers() {
        for (int i = 0; i < 26 && !publication.tryClose(); i++) {
            host.cycle(1, publishing);
        }
        assertTrue(publication.tryClose());
    }

    private Path positionsFile() {
        try (Stream<Path> files = Files.list(directory.resolve("s"))) {
            return files.filter(file -> file.toString().endsWith(".positions")).findFirst().orElseThrow();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
