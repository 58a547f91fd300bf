package io.verbus.testkit.simulator;

import io.verbus.BusException;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentName;
import io.verbus.internal.journal.SegmentReader;
import io.verbus.internal.journal.Window;
import io.verbus.internal.log.FrameLayout;
import io.verbus.support.seeds.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages in segments without a seal whose bytes are those that the recorder wrote, whatever else of the files is
 * damaged: their checksums prove them. A recorder that starts must leave each of them readable.
 */
final class Proven {
    static final Proven NOTHING = new Proven(List.of());

    private final List<Written> written;

    /** A message: the bytes of its record, without padding. */
    private record Written(Path segment, long sequence, int offset, byte[] bytes) {}

    private Proven(final List<Written> written) {
        this.written = written;
    }

    /** The messages before the damage. */
    static Proven of(final Path journal) {
        final List<Written> written = new ArrayList<>();
        for (final Path segment : SegmentList.of(journal)) {
            try (SegmentReader reader = SegmentReader.open(segment, new Window())) {
                final byte[] file = reader.seal() == null ? Files.readAllBytes(segment) : new byte[0];
                final ByteBuffer words = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
                while (file.length > 0 && reader.look() == SegmentReader.Found.RECORD) {
                    final int at = reader.offset();
                    if (reader.type() == FrameLayout.DATA) {
                        written.add(new Written(segment, reader.sequence(), at,
                                Arrays.copyOfRange(file, at, at + words.getInt(at))));
                    }
                    reader.pass();
                }
            } catch (final BusException e) {
                assert JournalAudit.isDamage(e) : e;
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new Proven(written);
    }

    /** Those that the damage has spared. */
    Proven spared() {
        final Map<Path, byte[]> files = new HashMap<>();
        return new Proven(written.stream().filter(one -> {
            final byte[] file = files.computeIfAbsent(one.segment, Proven::bytes);
            return Arrays.equals(one.bytes, 0, one.bytes.length, file, one.offset, one.offset + one.bytes.length);
        }).toList());
    }

    void mustBeIn(final Readable readable) {
        for (final Written one : written) {
            if (!readable.has(SegmentName.session(one.segment), one.sequence)) {
                throw new Violation("message " + one.sequence + " is whole in " + one.segment.getFileName()
                        + ", at offset " + one.offset + ", and cannot be read after the restart");
            }
        }
    }

    private static byte[] bytes(final Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
