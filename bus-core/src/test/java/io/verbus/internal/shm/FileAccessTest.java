package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.Policy;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.monitor.CountersLayout;
import io.verbus.internal.monitor.LossReportFile;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.ProcessLock;
import io.verbus.monitor.BusCounters;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modes of directories and files for each access of other users, and directories with a wrong one. */
class FileAccessTest {
    private static final long PROCESS = 0xAL;
    private static final long SESSION = 5;

    @TempDir(factory = ShmDir.class)
    private Path folder;

    @Test
    void filesArePrivateWithoutGroup() throws IOException {
        assertEquals(Map.ofEntries(
                Map.entry("", "700"), Map.entry(".processes", "700"), Map.entry(".processes/ID.lock", "600"),
                Map.entry(".processes/ID.counters", "600"), Map.entry(".losses", "600"),
                Map.entry(".changes", "600"), Map.entry("s", "700"), Map.entry("s/ID.log", "600"),
                Map.entry("s/ID.positions", "600")), modesOf(FileAccess.PRIVATE));
    }

    @Test
    void observersReadEveryFileAndWriteNone() throws IOException {
        assertEquals(Map.ofEntries(
                Map.entry("", "2750"), Map.entry(".processes", "2750"), Map.entry(".processes/ID.lock", "640"),
                Map.entry(".processes/ID.counters", "640"), Map.entry(".losses", "640"),
                Map.entry(".changes", "640"), Map.entry("s", "2750"), Map.entry("s/ID.log", "640"),
                Map.entry("s/ID.positions", "640")), modesOf(own(false)));
    }

    @Test
    void membersWriteTheCommonFilesAndRemoveNoneOfOthers() throws IOException {
        assertEquals(Map.ofEntries(
                Map.entry("", "3770"), Map.entry(".processes", "3770"), Map.entry(".processes/ID.lock", "640"),
                Map.entry(".processes/ID.counters", "640"), Map.entry(".losses", "660"),
                Map.entry(".changes", "660"), Map.entry("s", "3770"), Map.entry("s/ID.log", "640"),
                Map.entry("s/ID.positions", "640")), modesOf(own(true)));
    }

    @Test
    void privateDirectoryIsGivenToTheGroupWithItsCommonFiles() throws IOException {
        modesOf(FileAccess.PRIVATE);
        final Map<String, String> modes = modesOf(own(true));
        assertEquals("3770", modes.get(""));
        assertEquals("3770", modes.get(".processes"));
        assertEquals("3770", modes.get("s"));
        assertEquals("660", modes.get(".losses"));
        assertEquals("660", modes.get(".changes"));
    }

    @Test
    void otherAccessThanThatOfTheDirectoryIsRefused() throws IOException {
        final Path bus = folder.resolve("bus");
        final String group = Integer.toString(gid());
        final String name = Files.readAttributes(folder, "unix:group").get("group").toString();
        BusDirectory.open(bus, own(false)).close();
        assertEquals(bus + " has bus.group: " + name + ", bus.group-access: observe, this process has bus.group: "
                + group + ", bus.group-access: share: use the same for all processes of the directory, or remove it"
                + " when no bus runs there", refusal(bus, own(true)));
        BusDirectory.open(bus).close(); // a process without a group keeps its files to itself
        Files.delete(bus.resolve(".processes"));
        Files.delete(bus);
        BusDirectory.open(bus, own(true)).close();
        assertEquals(bus + " is shared with group " + name + ": name it for this process too (bus.group: " + name
                + ", bus.group-access: share), or make it private (chmod 700) when no bus runs there",
                refusal(bus, FileAccess.PRIVATE));
    }

    @Test
    void directoryThatEveryUserMayWriteIsRefusedWithGroupToo() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertEquals("other users may write in " + folder + ": make it private (chmod 700) or set VERBUS_DIR to a"
                + " directory of your own", refusal(folder, own(true)));
    }

    @Test
    void absentGroupIsRefused() {
        assertEquals("there is no group verbus-absent on this host: create it (sudo groupadd verbus-absent), or name"
                + " another",
                assertThrows(BusException.class, () -> FileAccess.ofGroup("verbus-absent", true)).getMessage());
        assertEquals(0, FileAccess.ofGroup("root", true).groupId());
    }

    @Test
    void symbolicLinkIsNotGivenToTheGroup() throws IOException {
        final Path target = Files.createDirectory(folder.resolve("target"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        final Path link = Files.createSymbolicLink(folder.resolve("link"), target);
        assertEquals(link + " is a symbolic link: for a group, use the path that it leads to",
                refusal(link, own(true)));
        assertEquals("700", mode(target));
        final Path bus = folder.resolve("bus");
        BusDirectory.open(bus, own(true)).close();
        Files.createSymbolicLink(bus.resolve("s"), target);
        final BusDirectory directory = BusDirectory.open(bus, own(true));
        assertEquals(List.of(), directory.streams());
        assertThrows(BusException.class, () -> directory.stream("s").make(() -> ""));
        assertEquals("700", mode(target));
    }

    @Test
    void linkInPlaceOfAStreamsDirectoryIsReportedAndNotTouched() throws IOException {
        final Path target = Files.createDirectory(folder.resolve("target"));
        final Path bus = folder.resolve("bus");
        try (BusDirectory directory = BusDirectory.open(bus)) {
            final Path link = Files.createSymbolicLink(bus.resolve("s"), target);
            final StreamDirectory stream = directory.stream("s");
            assertEquals(link + " is a symbolic link: remove it",
                    assertThrows(BusException.class, () -> stream.make(() -> "")).getMessage());
            assertEquals(List.of(), directory.streams());
            stream.fileRemoved();
            new Sweep(directory).run(0);
            assertTrue(Files.isSymbolicLink(link) && Files.isDirectory(target));
        }
    }

    @Test
    void lookingCreatesNothing() throws IOException {
        final BusDirectory directory = BusDirectory.openReadOnly(folder);
        assertEquals(0, directory.processes().size() + directory.streams().size());
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void lifeIsVisibleThroughALockFileThatMayOnlyBeRead() throws IOException {
        final Path file = folder.resolve("lock");
        try (ProcessLock lock = ProcessLock.acquire(file, own(false))) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
            assertTrue(ProcessLock.isHeld(file));
            lock.release();
            assertFalse(ProcessLock.isHeld(file));
        }
    }

    private FileAccess own(final boolean isShared) throws IOException {
        return FileAccess.ofGroup(Integer.toString(gid()), isShared);
    }

    private static int gid() throws IOException {
        return (int) Files.getAttribute(Path.of("/proc/self"), "unix:gid");
    }

    private static String refusal(final Path bus, final FileAccess access) {
        return assertThrows(BusException.class, () -> BusDirectory.open(bus, access)).getMessage();
    }

    /** The modes of a bus directory with one file of each kind. */
    private Map<String, String> modesOf(final FileAccess access) throws IOException {
        final Path bus = folder.resolve("bus");
        try (BusDirectory directory = BusDirectory.open(bus, access);
                ProcessLock lock = directory.enter(PROCESS);
                LossReportFile losses = LossReportFile.openOrSetAside(directory.losses(), PROCESS, access,
                        FileAccessTest::fail);
                BusCounters counters = BusCounters.create(directory.counters(PROCESS), PROCESS, 1,
                        CountersLayout.MIN_COUNTERS, access, () -> 0)) {
            directory.shareChanges(PROCESS, false, FileAccessTest::fail);
            final StreamDirectory stream = directory.stream("s");
            final LogIdentity identity = new LogIdentity("s", SESSION, "publisher", LogLayout.MIN_CAPACITY, false,
                    PROCESS, 1, 1, 0, "test");
            try (Log log = stream.make(() -> Log.create(stream.log(SESSION), identity, Boundary.START, access));
                    Positions positions = stream.createPositions(
                            new SubscriptionIdentity(SESSION, "r", Policy.SKIP, PROCESS, 1), 1);
                    Stream<Path> files = Files.walk(bus)) {
                assertTrue(lock != null && losses != null && counters != null && positions != null);
                final Map<String, String> modes = files.collect(Collectors.toMap(
                        file -> bus.relativize(file).toString().replaceAll("[0-9a-f]{16}", "ID"),
                        FileAccessTest::mode, (one, other) -> one, TreeMap::new));
                log.unlink();
                return modes;
            }
        }
    }

    private static void fail(final Throwable thrown) {
        throw new AssertionError(thrown);
    }

    private static String mode(final Path path) {
        try {
            final int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return Integer.toOctalString(mode & 07777);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
