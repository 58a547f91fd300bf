package io.verbus.internal.log;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.BusException;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.internal.os.HeaderFields;
import io.verbus.internal.shm.PositionsTrial;
import io.verbus.spi.LogIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Identities of logs and subscriptions, and the frame boundaries of a log. An accepted identity must survive encoding
 * and decoding.
 *
 * <p>Input: one of the three kinds; whether to correct the checksum, which cannot be guessed; whether the file is
 * complete; then its bytes.
 */
public final class HeadersTarget implements Target {
    private static final int LOG = 0;
    private static final int SUBSCRIPTION = 1;
    private static final int TABLE = 2;
    private static final int KINDS = 3;
    private static final Path PATH = Path.of("x");
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int CHUNK = CAPACITY / LogLayout.CHUNKS;

    private final Log log;
    private final PositionsTrial positions;

    public HeadersTarget(final Path scratch) {
        log = Log.image(scratch.resolve("log"), ProcessHandle.current().pid(), identity(false));
        positions = new PositionsTrial(scratch);
    }

    private static LogIdentity identity(final boolean timestamps) {
        return new LogIdentity("md.fuzz", 11, "publisher", CAPACITY, timestamps, 7, 1, 12, -13, "fuzz ☃");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        switch (input.u8() % KINDS) {
            case LOG -> log(input.u8() != 0, input.u8() == 0, input);
            case SUBSCRIPTION -> positions.run(input.u8() != 0, input.u8() == 0, input);
            case TABLE -> table(input, Arrays.hashCode(bytes));
            default -> throw new AssertionError();
        }
    }

    @Override
    public List<byte[]> seeds() {
        final List<byte[]> seeds = new ArrayList<>();
        for (final boolean timestamps : new boolean[]{false, true}) {
            final UnsafeBuffer header = new UnsafeBuffer(new byte[LogLayout.HEADER_LENGTH]);
            LogHeader.encode(identity(timestamps), header);
            final byte[] content = new byte[LogLayout.CHECKSUM_OFFSET + Integer.BYTES];
            header.getBytes(0, content);
            seeds.add(new Seed().u8(LOG).u8(timestamps ? 1 : 0).u8(0).bytes(content).toBytes());
        }
        seeds.add(new Seed().u8(SUBSCRIPTION).u8(1).u8(0).bytes(positions.seed()).toBytes());
        final Seed table = new Seed().u8(TABLE).i64(33L * CHUNK).i64(33L * CHUNK + 64).i64(1_000);
        for (int chunk = 0; chunk < LogLayout.CHUNKS; chunk++) {
            final long lap = chunk < 2 ? 3 : 2;
            table.i64((lap * LogLayout.CHUNKS + chunk) * CHUNK + 32L * chunk).i64(100L * (lap * 16 + chunk));
        }
        seeds.add(table.toBytes());
        return seeds;
    }

    private static void log(final boolean checksum, final boolean whole, final Input input) {
        final byte[] content = input.rest();
        final UnsafeBuffer header = new UnsafeBuffer(
                new byte[whole ? LogLayout.HEADER_LENGTH : Math.min(content.length, LogLayout.HEADER_LENGTH)]);
        header.putBytes(0, content, 0, Math.min(content.length, header.capacity()));
        if (checksum && header.capacity() >= LogLayout.CHECKSUM_OFFSET + Integer.BYTES) {
            header.putInt(LogLayout.CHECKSUM_OFFSET, HeaderFields.checksum(header, LogLayout.CHECKSUM_OFFSET));
        }
        final int fileLength = LogLayout.length(whole ? LogLayout.MAX_CAPACITY : CAPACITY) - (whole ? 0 : 1);
        try {
            final LogIdentity identity = LogHeader.decode(header, fileLength, PATH);
            check(identity.session() != 0 && LogLayout.length(identity.capacity()) <= fileLength, "accepted: "
                    + identity);
            same(header.capacity(), LogLayout.HEADER_LENGTH, "length of an accepted header");
            checkWrittenBack(identity);
            identity.asSession();
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    /** A text that is not UTF-8 is encoded as it was decoded, and may then be too long. */
    private static void checkWrittenBack(final LogIdentity identity) {
        final UnsafeBuffer again = new UnsafeBuffer(new byte[LogLayout.HEADER_LENGTH]);
        LogHeader.encode(identity, again);
        final LogIdentity read = LogHeader.decode(again, Long.MAX_VALUE, PATH);
        if (!(identity.stream() + identity.publisher() + identity.build()).contains("\uFFFD")) {
            same(identity, read, "encoded again");
        }
        same(identity.session(), read.session(), "session");
        same(identity.capacity(), read.capacity(), "capacity");
    }

    private void table(final Input input, final int hash) {
        log.header().setMemory(0, LogLayout.HEADER_LENGTH, (byte) 0);
        final long horizon = input.i64();
        final long position = input.i64();
        final long sequence = input.i64();
        log.header().putLong(LogLayout.HORIZON_OFFSET, horizon);
        final byte[] entries = input.bytes(LogLayout.CHUNKS * LogLayout.CHUNK_ENTRY_LENGTH);
        log.header().putBytes(LogLayout.CHUNK_TABLE_OFFSET, entries);
        if (!ChunkTables.isWorthReading(log, hash)) {
            return;
        }
        try {
            final Boundary newest = ChunkTable.newest(log);
            final Boundary above = ChunkTable.atOrAbove(log, position);
            final Boundary below = ChunkTable.atOrBelow(log, sequence);
            for (final Boundary boundary : List.of(newest, above, below)) {
                checkBoundary(boundary, horizon);
                check(boundary.position() <= newest.position(), boundary + " is newer than the newest boundary");
            }
            check(above.position() >= position || above.equals(newest), above + " is not above " + position);
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    private void checkBoundary(final Boundary boundary, final long horizon) {
        final long position = boundary.position();
        check(position >= 0 && position >= horizon && position % FrameLayout.ALIGNMENT == 0, "position " + position);
        check(boundary.sequence() >= 0, "sequence " + boundary.sequence());
        final int entry = LogLayout.CHUNK_TABLE_OFFSET
                + (int) (position / CHUNK % LogLayout.CHUNKS) * LogLayout.CHUNK_ENTRY_LENGTH;
        same(log.header().getLong(entry), position, "position in the chunk table");
        same(log.header().getLong(entry + LogLayout.CHUNK_SEQUENCE_OFFSET), boundary.sequence(),
                "sequence in the chunk table");
    }

    @Override
    public void close() {
        log.close();
        positions.close();
    }
}
