package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.support.Logs;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files in a stream's directory that are not logs: each is refused with one error, once, and the other files are read.
 */
class AttachTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<String> errors = new ArrayList<>();

    @Test
    void aForeignFileIsRefused() throws IOException {
        assertRefused("is not a Verbus log", file -> Files.writeString(file, "x".repeat(8192)));
    }

    @Test
    void anEmptyFileIsRefused() throws IOException {
        assertRefused("is empty", file -> Files.write(file, new byte[0]));
    }

    @Test
    void aFileShorterThanAHeaderIsRefused() throws IOException {
        assertRefused("is not a Verbus log", file -> shorten(file, 100));
    }

    @Test
    void aTruncatedLogIsRefused() throws IOException {
        assertRefused("it was truncated", file -> shorten(file, LogLayout.HEADER_LENGTH + 1000));
    }

    @Test
    void anotherVersionIsRefused() throws IOException {
        assertRefused("has log layout 1, and Verbus " + Build.description() + " reads layout 4: run",
                file -> overwrite(file, 8, 1));
    }

    @Test
    void aCorruptHeaderIsRefused() throws IOException {
        assertRefused("is corrupt", file -> overwrite(file, 24, 123));
    }

    @Test
    void aLogUnderTheNameOfAnotherSessionIsRefused() throws IOException {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withErrorHandler(t -> errors.add(t.getMessage())));
                Publication publication = bus
                        .publish(PublicationSettings.of("s").withLinger(java.time.Duration.ZERO))) {
            final Path log = directory.resolve("s")
                    .resolve(java.util.HexFormat.of().toHexDigits(publication.session().id()) + ".log");
            Files.createLink(log.resolveSibling("00000000000000aa.log"), log);
            try (Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK))) {
                subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
                assertEquals(List.of(publication.session()), subscription.sessions());
            }
            assertTrue(errors.getFirst().contains("has the name of another session"), errors::toString);
        }
    }

    private interface Damage {
        void to(Path file) throws IOException;
    }

    private void assertRefused(final String message, final Damage damage) throws IOException {
        final Path stream = Files.createDirectory(directory.resolve("s"));
        try (Log log = Logs.create(stream, LogLayout.MIN_CAPACITY, false)) {
            Files.move(log.path(), stream.resolve("00000000000000aa.log"));
        }
        damage.to(stream.resolve("00000000000000aa.log"));
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withErrorHandler(t -> errors.add(t.getMessage())));
                Publication publication = bus.publish(PublicationSettings.of("s").withLinger(java.time.Duration.ZERO));
                Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK))) {
            for (int i = 0; i < 3; i++) {
                bus.doWork();
                subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            }
            assertEquals(1, errors.size(), errors::toString);
            assertTrue(errors.getFirst().contains("00000000000000aa.log") && errors.getFirst().contains(message),
                    errors::toString);
            assertEquals(List.of(publication.session()), subscription.sessions());
        }
    }

    private static void shorten(final Path file, final long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    private static void overwrite(final Path file, final long offset, final int value) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).flip(), offset);
        }
    }
}
