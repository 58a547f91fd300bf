package io.verbus.marketdata.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.verbus.BusException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramedFileTest {
    private static final int LONGEST = 65_535;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyMessageIsReadOnceInBlocksOfCompleteMessages(final boolean gzip) throws IOException {
        final byte[] messages = messages(1, 3_000, 600);

        final byte[] read = readAll(write(messages, gzip), new Tail(messages.length, 0, false));

        assertArrayEquals(messages, read);
    }

    @Test
    void longestMessagesAreRead() throws IOException {
        final byte[] messages = concat(framed(new byte[LONGEST]), framed(new byte[0]), framed(new byte[LONGEST]),
                framed(new byte[LONGEST]), framed(new byte[LONGEST]), framed(new byte[LONGEST]));

        final byte[] read = readAll(write(messages, false), new Tail(messages.length, 0, false));

        assertArrayEquals(messages, read);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tailReportsIncompleteMessage(final boolean gzip) throws IOException {
        final byte[] messages = messages(2, 50, 40);
        final byte[] next = framed(new byte[36]);
        for (int left = 1; left < next.length; left++) {
            final Path file = write(concat(messages, Arrays.copyOf(next, left)), gzip);

            final byte[] read = readAll(file, new Tail(messages.length, left, false));

            assertArrayEquals(messages, read);
        }
    }

    @Test
    void truncatedGzipIsReadUpToTheCut() throws IOException {
        final byte[] messages = messages(3, 2_000, 60);
        final byte[] zipped = gzip(messages);
        for (int cut = zipped.length / 2; cut < zipped.length; cut += 997) {
            final Path file = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(zipped, cut));
            final byte[] read = readAll(file, null);

            assertArrayEquals(Arrays.copyOf(messages, read.length), read);
        }
        final Path noTrailer = Files.write(folder.resolve("trailer.gz"), Arrays.copyOf(zipped, zipped.length - 1));
        assertArrayEquals(messages, readAll(noTrailer, new Tail(messages.length, 0, true)));
    }

    @Test
    void corruptGzipIsReportedAfterTheMessagesBefore() throws IOException {
        final byte[] messages = messages(4, 100_000, 60);
        final byte[] zipped = gzip(messages);
        Arrays.fill(zipped, zipped.length / 2, zipped.length / 2 + 64, (byte) 0xFF);
        final Path file = Files.write(folder.resolve("corrupt.gz"), zipped);

        final ByteArrayOutputStream before = new ByteArrayOutputStream();
        final BusException failure = assertThrows(BusException.class, () -> readInto(file, before));

        final int firstWrong = Arrays.mismatch(messages, before.toByteArray());
        assertTrue(firstWrong > messages.length / 3, "nearly half the file is undamaged, right up to " + firstWrong);
        assertMatches(".*corrupt.gz is corrupt: its gzip data is damaged at or before byte \\d+ \\(.*\\)", failure);
    }

    @Test
    void severalMembersAreReadAsOneFile() throws IOException {
        final byte[] messages = messages(9, 30_000, 60);
        final int cut = messages.length / 3;
        final Path file = Files.write(folder.resolve("members.gz"), concat(gzip(Arrays.copyOf(messages, cut)),
                gzip(new byte[0]), gzip(Arrays.copyOfRange(messages, cut, messages.length))));

        assertArrayEquals(messages, readAll(file, new Tail(messages.length, 0, false)));
    }

    @Test
    void otherBytesAfterMemberAreCorrupt() throws IOException {
        final byte[] messages = messages(10, 100, 60);
        final byte[] first = gzip(messages);
        for (int i = 0; i < 4; i++) { // magic, method and flags of the second header
            final byte[] second = gzip(messages);
            second[i] ^= (byte) 0x80;
            assertCorrupt(messages, concat(first, second));
        }
        assertCorrupt(messages, concat(first, new byte[4], gzip(messages)));
        assertCorrupt(messages, concat(first, "garbage".getBytes(StandardCharsets.US_ASCII)));
        assertCorrupt(messages, concat(first, new byte[]{0}));
    }

    @Test
    void tailReportsTruncatedSecondMember() throws IOException {
        final byte[] messages = messages(11, 100, 60);
        final byte[] members = concat(gzip(messages), gzip(messages));
        for (int length = members.length / 2 + 1; length < members.length; length++) {
            final Path file = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(members, length));
            final ByteArrayOutputStream read = new ByteArrayOutputStream();

            assertTrue(readInto(file, read).gzipCut(), "cut to " + length);
            assertTrue(read.size() >= messages.length, "cut to " + length);
        }
    }

    private void assertCorrupt(final byte[] messages, final byte[] bytes) throws IOException {
        final Path file = Files.write(folder.resolve("corrupt.gz"), bytes);
        final ByteArrayOutputStream before = new ByteArrayOutputStream();
        assertMatches(".*corrupt.gz is corrupt: its gzip data is damaged at or before byte \\d+ \\(.*\\)",
                assertThrows(BusException.class, () -> readInto(file, before)));
        assertArrayEquals(messages, before.toByteArray());
    }

    @Test
    void wrongChecksumIsReported() throws IOException {
        final byte[] zipped = gzip(messages(5, 100, 60));
        zipped[zipped.length - 8] ^= 1;
        final Path file = Files.write(folder.resolve("crc.gz"), zipped);

        final BusException failure = assertThrows(BusException.class, () -> readAll(file, null));

        assertMatches(".*crc.gz is corrupt: its gzip data is damaged at or before byte \\d+ \\(Corrupt GZIP trailer\\)",
                failure);
    }

    @Test
    void otherFilesAreRefusedInOneLine() throws IOException {
        final Path empty = Files.createFile(folder.resolve("empty"));
        final Path zippedEmpty = Files.write(folder.resolve("empty.gz"), gzip(new byte[0]));
        final Path headerOnly = Files.write(folder.resolve("header.gz"), Arrays.copyOf(gzip(new byte[9]), 7));

        assertRefused(empty + " is empty: there is nothing to play", empty);
        assertRefused(zippedEmpty + " is empty: there is nothing to play", zippedEmpty);
        assertRefused(headerOnly + " is cut off within its gzip header: there is nothing to play", headerOnly);
        assertRefused(folder + " is a directory: name one file of it", folder);
        assertRefused("there is no file " + folder.resolve("none"), folder.resolve("none"));
        assertRefused("/dev/zero is a pipe or a device: copy its bytes to a file, and name that", Path.of("/dev/zero"));
    }

    @Test
    void unreadableFileIsRefused() throws IOException {
        final Path secret = write(messages(6, 1, 10), false);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("-w-------"));
        assumeFalse(Files.isReadable(secret), "this user may read everything");

        assertRefused(secret + " is not readable by this user", secret);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fileCanBeReadInSeveralPasses(final boolean kept) throws IOException {
        final byte[] messages = concat(messages(7, 20_000, 60), new byte[]{0});
        final Path file = write(messages, true);
        try (BlockSource source = kept ? BlockSource.kept(file, 1 << 30) : BlockSource.streamed(file)) {
            for (int pass = 0; pass < 3; pass++) {
                final ByteArrayOutputStream read = new ByteArrayOutputStream();
                for (Block block = source.next(); block != null; block = source.next()) {
                    copy(block, read);
                }
                assertArrayEquals(Arrays.copyOf(messages, messages.length - 1), read.toByteArray());
                assertEquals(new Tail(messages.length - 1, 1, false), source.tail());
                assertEquals(1.0, source.fraction());
                source.rewind();
            }
            assertEquals(kept, source instanceof KeptBlocks);
        }
    }

    @Test
    void largeFileIsStreamed() throws IOException {
        final Path file = write(messages(8, 20_000, 60), true);
        try (BlockSource source = BlockSource.kept(file, 2 * Block.CAPACITY)) {
            assertEquals(StreamedBlocks.class, source.getClass());
        }
    }

    private void assertRefused(final String message, final Path file) {
        assertEquals(message, assertThrows(BusException.class, () -> readAll(file, null)).getMessage());
    }

    private static void assertMatches(final String pattern, final BusException failure) {
        assertTrue(failure.getMessage().matches(pattern), failure.getMessage());
    }

    /** Reads a file and compares its tail, unless null. */
    private static byte[] readAll(final Path file, final Tail expectedTail) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final Tail tail = readInto(file, bytes);
        assertEquals(expectedTail == null ? tail : expectedTail, tail);
        assertEquals(bytes.size(), tail.offset());
        return bytes.toByteArray();
    }

    private static Tail readInto(final Path path, final ByteArrayOutputStream bytes) {
        try (FramedFile file = FramedFile.open(path)) {
            final Block block = new Block();
            while (file.read(block)) {
                assertEquals(bytes.size(), block.offset());
                copy(block, bytes);
            }
            return file.tail();
        }
    }

    private static void copy(final Block block, final ByteArrayOutputStream bytes) {
        bytes.write(block.bytes, 0, block.length());
    }

    private Path write(final byte[] messages, final boolean gzip) throws IOException {
        return Files.write(folder.resolve("messages"), gzip ? gzip(messages) : messages);
    }

    private static byte[] messages(final long seed, final int count, final int longest) {
        final Random random = new Random(seed);
        final byte[][] messages = new byte[count][];
        for (int i = 0; i < count; i++) {
            final byte[] message = new byte[1 + random.nextInt(longest)];
            random.nextBytes(message);
            messages[i] = framed(message);
        }
        return concat(messages);
    }

    private static byte[] framed(final byte[] message) {
        return ByteBuffer.allocate(2 + message.length).putShort((short) message.length).put(message).array();
    }

    private static byte[] concat(final byte[]... parts) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] gzip(final byte[] bytes) throws IOException {
        final ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(bytes);
        }
        return zipped.toByteArray();
    }
}
