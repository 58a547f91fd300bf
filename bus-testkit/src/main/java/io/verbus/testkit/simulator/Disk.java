package io.verbus.testkit.simulator;

import io.verbus.BusException;
import io.verbus.internal.journal.SegmentFiles;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentName;
import io.verbus.internal.journal.SegmentReader;
import io.verbus.internal.journal.Window;
import io.verbus.internal.os.MappedFile;
import io.verbus.journal.JournalCheck;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The disk of a recorder: it can be full, it can refuse writes, the last writes can be torn when the recorder dies, and
 * sealed segments can change, or files be removed, at any time.
 */
final class Disk implements SegmentFiles {
    private static final int RECORDS_FROM = 8192;
    private static final int HEADER_LENGTH = 512;
    private static final int ALIGNMENT = 8;
    private static final int SEALED = -1;
    private static final int MOST_SPOILT = 2048;
    private static final int BLOCK = 512;
    private static final int PAGE = 4096;
    private static final String MISSED = ", and retention has not removed it";

    private final World world;
    private final Path journal;
    private boolean full;
    private boolean failing;
    private boolean refused;
    private boolean rotten;
    private boolean holed;
    private Proven proven = Proven.NOTHING;

    Disk(final World world, final Path journal) {
        this.world = world;
        this.journal = journal;
    }

    Path journal() {
        return journal;
    }

    boolean isFull() {
        return full;
    }

    void fill() {
        full = true;
        world.note("disk", SimEvent.DISK_FULL, "");
    }

    /** Every write fails from now on. */
    void fail() {
        failing = true;
    }

    boolean isFailing() {
        return failing;
    }

    /** Whether it has refused a write since the recorder started. */
    boolean hasRefused() {
        return full || refused;
    }

    void begin() {
        refused = false;
    }

    /** The recorder has repaired the journal, from which retention may remove segments now. */
    void begun() {
        proven = Proven.NOTHING;
    }

    /** Whether sealed segments have changed. */
    boolean isRotten() {
        return rotten;
    }

    void free() {
        full = false;
        failing = false;
        world.note("disk", SimEvent.DISK_FREED, "");
    }

    @Override
    public MappedFile create(final Path path, final long length) {
        if (full) {
            world.note("disk", SimEvent.DISK_REFUSED, path.getFileName().toString());
            rotten |= holed; // recovery may be unable to record the loss, so readers find the hole
            throw new BusException("no room for " + path + " of " + length + " bytes");
        }
        return SegmentFiles.ALLOCATED.create(path, length);
    }

    @Override
    public void sync(final MappedFile file, final long offset, final long length) {
        if (failing) {
            refused = true;
            world.note("disk", SimEvent.SYNC_REFUSED, file.path().getFileName().toString());
            throw new BusException("cannot sync " + file.path() + ": input/output error");
        }
    }

    /** Changes a sealed segment: a bit, a block that was never written, or a misdirected block. */
    void rot() {
        final Dice dice = world.dice();
        final List<Path> segments = SegmentList.of(journal).stream().filter(Disk::isSealed).toList();
        if (segments.isEmpty()) {
            return;
        }
        final Path segment = dice.oneIn(3) ? segments.getFirst() : dice.pick(segments);
        try (FileChannel file = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final int length = (int) file.size();
            final SimEvent event = switch (dice.below(4)) {
                case 0 -> {
                    file.write(ByteBuffer.allocate(BLOCK), dice.between(RECORDS_FROM, length - BLOCK));
                    yield SimEvent.WRITE_LOST;
                }
                case 1 -> {
                    final ByteBuffer block = ByteBuffer.allocate(BLOCK);
                    file.read(block, dice.between(RECORDS_FROM, length - BLOCK) & -BLOCK);
                    file.write(block.clear(), dice.between(RECORDS_FROM, length - BLOCK) & -BLOCK);
                    yield SimEvent.WRITE_MISDIRECTED;
                }
                default -> {
                    flip(file, dice.oneIn(2) ? dice.below(HEADER_LENGTH + BLOCK) : dice.below(length), dice);
                    yield SimEvent.BIT_FLIPPED;
                }
            };
            rotten = true;
            world.note("disk", event, segment.getFileName().toString());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A person removes the first or the last file of a session. A check of the journal misses it, and missed no file
     * before.
     *
     * @param maybeForGood whether it may stay removed; else it is put back
     */
    void remove(final boolean maybeForGood) {
        final Dice dice = world.dice();
        final List<List<Path>> sessions = !Files.isDirectory(journal)
                ? List.of()
                : SegmentList.bySession(journal).values().stream().filter(segments -> segments.size() > 1).toList();
        if (sessions.isEmpty()) {
            return;
        }
        final List<Path> segments = dice.pick(sessions);
        final Path segment = dice.oneIn(2) ? segments.getFirst() : segments.getLast();
        final List<String> before = damages();
        if (!rotten && before.stream().anyMatch(damage -> damage.contains(MISSED))) {
            throw new Violation("no file was removed, but one is missed: " + before);
        }
        final Path removed = world.root().resolve("removed");
        move(segment, removed);
        final String missed = " has no segment with sequence " + SegmentName.first(segment) + MISSED;
        if (!rotten && before.isEmpty() && damages().stream().noneMatch(damage -> damage.contains(missed))) {
            throw new Violation(segment.getFileName() + " was removed, and is not missed");
        }
        world.note("disk", SimEvent.FILE_REMOVED, segment.getFileName().toString());
        if (maybeForGood && dice.oneIn(4)) {
            rotten = true;
        } else {
            move(removed, segment);
        }
    }

    private List<String> damages() {
        final JournalCheck check = new JournalCheck(journal);
        return Stream.concat(check.run().stream().flatMap(session -> session.damages().stream()),
                check.unreadable().stream()).toList();
    }

    private static void move(final Path from, final Path to) {
        try {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSealed(final Path segment) {
        try (SegmentReader reader = SegmentReader.open(segment, new Window())) {
            return reader.seal() != null;
        } catch (final BusException e) {
            return false; // damaged before
        }
    }

    /** The recorder was killed inside a record: the record is complete except for its length, which is written last. */
    void halfWrite() {
        tear(newestOfEachSession(), (file, end, dice) -> {
            final long room = file.size() - end - ALIGNMENT;
            if (room > ALIGNMENT) {
                file.write(garbage(dice, dice.between(1, (int) Math.min(room, MOST_SPOILT))), end + ALIGNMENT);
                return SimEvent.RECORD_HALF_WRITTEN;
            }
            return null;
        });
    }

    /**
     * The recorder's host has died: some unsynced bytes are not on the disk, or changed. Segments are sealed later than
     * the next one is begun, so an older one may be torn too. The pages of a file reach the disk in any order, so one
     * anywhere in it may be missing.
     */
    void tear() {
        final Proven before = Proven.of(journal);
        tear(newestOfEachSession(), (file, end, dice) -> {
            if (dice.oneIn(4)) {
                file.write(ByteBuffer.allocate(HEADER_LENGTH), 0);
                return SimEvent.HEADER_LOST;
            }
            return tearTail(file, end, dice);
        });
        tear(olderUnsealed(), (file, end, dice) -> {
            if (tearTail(file, end, dice) == null) {
                return null;
            }
            holed = true;
            return SimEvent.OLDER_SEGMENT_TORN;
        });
        tear(SegmentList.of(journal).stream().filter(segment -> world.dice().oneIn(3)).toList(), (file, end, dice) -> {
            rotten = true;
            if (dice.oneIn(2)) {
                flip(file, dice.below(dice.oneIn(4) ? HEADER_LENGTH : (int) file.size()), dice);
            } else {
                file.write(ByteBuffer.allocate(PAGE), dice.below(end) & -PAGE);
            }
            return SimEvent.UNSEALED_DAMAGED;
        });
        proven = before.spared();
    }

    /** The messages of unsealed segments that the last power cut has spared. */
    Proven proven() {
        return proven;
    }

    private static void flip(final FileChannel file, final int at, final Dice dice) throws IOException {
        final ByteBuffer one = ByteBuffer.allocate(1);
        file.read(one, at);
        file.write(one.put(0, (byte) (one.get(0) ^ 1 << dice.below(Byte.SIZE))).clear(), at);
    }

    private static SimEvent tearTail(final FileChannel file, final int end, final Dice dice) throws IOException {
        if (end <= RECORDS_FROM) {
            return null;
        }
        if (dice.oneIn(2)) {
            final int from = dice.between(RECORDS_FROM, end - 1);
            file.write(ByteBuffer.allocate(end - from), from);
            return SimEvent.TAIL_LOST;
        }
        final int length = Math.min(end - RECORDS_FROM, dice.between(1, MOST_SPOILT));
        file.write(garbage(dice, length), end - length);
        return SimEvent.TAIL_SPOILT;
    }

    /** Damages a file after the end of its records. */
    @FunctionalInterface
    private interface Tear {
        /** Returns the kind of damage; null if none was possible. */
        SimEvent to(FileChannel file, int end, Dice dice) throws IOException;
    }

    private void tear(final List<Path> segments, final Tear tear) {
        for (final Path segment : segments) {
            try (FileChannel file = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                final int end = endOfRecords(segment);
                if (end != SEALED) {
                    final SimEvent event = tear.to(file, end, world.dice());
                    if (event != null) {
                        world.note("disk", event, segment.getFileName().toString());
                    }
                }
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Some of the segments without a seal that others follow. */
    private List<Path> olderUnsealed() {
        return SegmentList.of(journal).stream()
                .filter(segment -> isFollowed(segment) && !isSealed(segment) && world.dice().oneIn(2)).toList();
    }

    private boolean isFollowed(final Path segment) {
        return SegmentList.of(journal, SegmentName.session(segment)).stream()
                .anyMatch(other -> SegmentName.first(other) > SegmentName.first(segment));
    }

    private List<Path> newestOfEachSession() {
        final Map<String, Path> newest = new TreeMap<>();
        try (Stream<Path> files = Files.list(journal)) {
            files.filter(file -> file.toString().endsWith(".segment") && !file.getFileName().toString().startsWith("."))
                    .sorted(Comparator.naturalOrder())
                    .forEach(file -> newest.put(file.getFileName().toString().split("-", 2)[0], file));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ArrayList<>(newest.values());
    }

    /** Offset after the last complete record; {@link #SEALED} if the segment is sealed. */
    private int endOfRecords(final Path segment) {
        try (SegmentReader reader = SegmentReader.open(segment, new Window())) {
            while (reader.look() == SegmentReader.Found.RECORD) {
                reader.pass();
            }
            return reader.seal() == null ? reader.offset() : SEALED;
        } catch (final BusException e) {
            return SEALED; // its header was damaged before
        }
    }

    private static ByteBuffer garbage(final Dice dice, final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) dice.below(256);
        }
        return ByteBuffer.wrap(bytes);
    }
}
