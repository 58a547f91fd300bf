package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.internal.journal.SegmentList;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Segments with arbitrary contents: no process crashes, hangs, or delivers a message that was not recorded. Correct
 * checksums on forged records can only have forged messages delivered.
 */
class MutationTest {
    private static final int ROUNDS = Integer.getInteger("verbus.mutations", 1_500);
    private static final long[] WORDS = {0, 1, -1, 16, 31, 32, 33, 4096, 16_384, Integer.MAX_VALUE, Integer.MIN_VALUE,
            Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, 0x1_3000_0010L, 0x4_3000_0018L, 0x3_3000_0010L};

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final Map<Path, byte[]> originals = new HashMap<>();

    @Test
    void arbitraryBytesDeliverOnlyRecordedMessages() throws IOException {
        record();
        final long first = Long.getLong("verbus.seed", 0);
        for (long seed = first; seed < first + ROUNDS; seed++) {
            final long shown = seed;
            final Random random = new Random(seed);
            restore();
            final boolean isForged = random.nextInt(4) == 0;
            mutate(random, isForged);
            final List<String> lines = new ArrayList<>();
            read(random, lines);
            if (!isForged) {
                assertTrue(lines.stream().noneMatch(line -> line.startsWith("another")), () -> "seed " + shown);
            }
            recover(seed);
        }
    }

    private void record() throws IOException {
        try (JournalWriter journal = Recorded.open(directory)) {
            append(journal.session(SESSION), 0, 150);
            journal.session(SESSION).lose(150, 160, "overwritten", Recorded.receivedNs(150));
            append(journal.session(SESSION), 161, 400);
            append(journal.session(Recorded.session(2)), 7, 20);
            journal.session(Recorded.session(2)).end(20, Recorded.receivedNs(21));
        }
        for (final Path segment : SegmentList.of(directory)) {
            originals.put(segment, Files.readAllBytes(segment));
        }
        assertTrue(originals.size() > 3);
    }

    private void restore() throws IOException {
        try (var files = Files.list(directory)) {
            for (final Path file : files.toList()) {
                Files.delete(file);
            }
        }
        for (final Map.Entry<Path, byte[]> original : originals.entrySet()) {
            Files.write(original.getKey(), original.getValue());
        }
    }

    private void mutate(final Random random, final boolean isForged) throws IOException {
        final List<Path> segments = originals.keySet().stream().sorted().toList();
        for (int i = random.nextInt(3); i >= 0; i--) {
            final Path segment = segments.get(random.nextInt(segments.size()));
            final ByteBuffer bytes = ByteBuffer.wrap(originals.get(segment).clone()).order(ByteOrder.LITTLE_ENDIAN);
            for (int change = random.nextInt(4); change >= 0; change--) {
                final int area = random.nextInt(4);
                final int at = area == 0
                        ? random.nextInt(560)
                        : area == 1
                                ? 4096 + random.nextInt(48)
                                : 8192 + random.nextInt(bytes.capacity() - 8200);
                switch (random.nextInt(3)) {
                    case 0 -> bytes.put(at, (byte) random.nextInt());
                    case 1 -> bytes.putLong(at & -8, WORDS[random.nextInt(WORDS.length)]);
                    default -> bytes.putInt(at & -4, (int) WORDS[random.nextInt(WORDS.length)] + random.nextInt(3));
                }
            }
            if (isForged) {
                correctChecksums(bytes);
            }
            final int length = random.nextInt(6) == 0 ? random.nextInt(bytes.capacity()) : bytes.capacity();
            Files.write(segment, Arrays.copyOf(bytes.array(), length));
            if (random.nextInt(20) == 0) {
                Files.delete(segment);
            }
        }
    }

    /** As a forger with knowledge of the layout would. */
    private static void correctChecksums(final ByteBuffer bytes) {
        bytes.putInt(448, crc(bytes, 0, 448));
        final ByteBuffer seal = ByteBuffer.allocate(28);
        seal.put(bytes.array(), 512, 24).put(bytes.array(), 448, 4);
        bytes.putInt(536, crc(seal, 0, 28));
        bytes.putInt(4096 + 20, crc(bytes, 4096, 20));
        int at = 8192;
        while (at < bytes.capacity() - 32 && bytes.getInt(at) >= 32 && bytes.getInt(at) <= bytes.capacity() - at) {
            bytes.putInt(at + 4, crc(bytes, at + 8, bytes.getInt(at) - 8));
            at += (bytes.getInt(at) + 7) / 8 * 8;
        }
    }

    private static int crc(final ByteBuffer bytes, final int from, final int length) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes.array(), from, length);
        return (int) crc.getValue();
    }

    private void read(final Random random, final List<String> lines) {
        for (final long session : new long[]{SESSION.id(), 2}) {
            try (SessionReader reader = JournalReader.open(directory).read(session)) {
                switch (random.nextInt(4)) {
                    case 0 -> reader.seek(random.nextLong(450));
                    case 1 -> reader.seekTime(Recorded.receivedNs(random.nextLong(450)));
                    case 2 -> reader.seek(WORDS[random.nextInt(WORDS.length)]);
                    default -> {
                        lines.add("from its beginning");
                    }
                }
                lines.addAll(Recorded.rest(reader));
            } catch (final BusException e) {
                lines.add(e.getMessage());
            }
        }
    }

    private void recover(final long seed) {
        final Map<Long, Long> next;
        try (JournalWriter journal = Recorded.open(directory)) {
            next = journal.unfinished();
        } catch (final BusException e) {
            assertTrue(e.getMessage().contains(" holds a journal of stream "), () -> "seed " + seed + ": " + e);
            return;
        }
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(next, journal.unfinished(), () -> "seed " + seed);
        }
    }
}
