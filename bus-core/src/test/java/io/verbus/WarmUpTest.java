package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarmUpTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    @TempDir(factory = ShmDir.class)
    private Path directory;

    /** Counts messages and checks their bytes. */
    private static final class Counter implements PollHandler {
        private final DirectBuffer expected;
        private long count;

        Counter(final DirectBuffer expected) {
            this.expected = expected;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
            assertEquals(expected, new UnsafeBuffer(buffer, offset, length));
            count++;
            return Action.TAKEN;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 48, 16 << 10})
    void bothReadersReceiveEachMessage(final int length) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[length]);
        message.setMemory(0, length, (byte) 7);
        final Counter counter = new Counter(message);
        final long published = WarmUp.run(settings(), SHORT, counter, message);
        assertTrue(published > 0);
        assertEquals(2 * published, counter.count);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, (16 << 10) + 1})
    void otherLengthsAreRefused(final int length) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[length]);
        final BusException thrown = assertThrows(BusException.class,
                () -> WarmUp.run(settings(), SHORT, new Counter(message), message));
        assertEquals("message of " + length + " bytes for the warm-up: use 1 to 16384 bytes", thrown.getMessage());
    }

    /** The application advances the clock of its settings, so it stands still during the warm-up. */
    @Test
    void clockThatStandsStillDoesNotKeepTheWarmUpFromEnding() {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
        final BusSettings simulated = settings().withClocks(new Clocks(() -> 1, () -> 1));
        assertTrue(WarmUp.run(simulated, SHORT, new Counter(message), message) > 0);
    }

    @Test
    void messagesArePublishedInTheirOrder() {
        final List<UnsafeBuffer> messages = List.of(new UnsafeBuffer(new byte[]{1}), new UnsafeBuffer(new byte[]{2, 2}),
                new UnsafeBuffer(new byte[]{3, 3, 3}));
        final long[] counts = new long[messages.size()];
        final long published = WarmUp.run(settings(), SHORT, (buffer, offset, length, header) -> {
            assertEquals(messages.get((int) (header.sequence() % messages.size())),
                    new UnsafeBuffer(buffer, offset, length));
            counts[length - 1]++;
            return Action.TAKEN;
        }, messages);
        assertEquals(2 * published, counts[0] + counts[1] + counts[2]);
        assertEquals(2 * ((published + 2) / 3), counts[0]);
        assertThrows(BusException.class,
                () -> WarmUp.run(settings(), SHORT, new Counter(messages.getFirst()), List.of()));
    }

    @Test
    void handlerThatFailsEndsTheWarmUp() {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
        final BusException thrown = assertThrows(BusException.class, () -> WarmUp.run(settings(),
                Duration.ofMinutes(5), (buffer, offset, length, header) -> {
                    throw new IllegalStateException("no such instrument");
                }, message));
        assertTrue(thrown.getMessage().contains("no such instrument"), thrown.getMessage());
    }

    @Test
    void anotherBusOfTheDirectoryReadsNothingAndNoStreamRemains() throws IOException {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
        try (Bus bus = Bus.launch(settings()); Subscription subscription = bus.subscribe("s")) {
            WarmUp.run(settings(), SHORT, new Counter(message), message);
            assertEquals(0, subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.filter(file -> file.getFileName().toString().startsWith("warm-up")).toList());
        }
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(directory);
    }
}
