package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.Namespace;
import io.verbus.support.ShmDir;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Unusable bus directories: a command ends with exit status 1 and one message with the remedy, and leaves no incomplete
 * files. ID is a placeholder for 16 hex digits, BUS for the bus directory.
 */
@Tag("processes")
class BadPlacesTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path disk;
    private Path itch;

    @BeforeEach
    void generate() {
        itch = disk.resolve("20191230.itch");
        Command.generate(itch, 20_000, 200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "mode=700,nr_inodes=1 | cannot create BUS/.processes: the file system has no room, or no free"
                    + " inodes (df -h, df -i): remove files, or enlarge it",
            "mode=700,nr_inodes=2 | cannot create BUS/.processes/ID.lock: the file system has no room, or no"
                    + " free inodes (df -h, df -i): remove files, or enlarge it",
            "mode=700,size=1m | no room for BUS/.losses, which needs 1052672 bytes: make room in BUS",
            "mode=700,size=1200k | no room for BUS/.processes/ID.counters, which needs 724992 bytes: make room in"
                    + " BUS",
            "mode=700,size=4m | no room for BUS/s/ID.log, which needs 16785408 bytes: make room in BUS, or use a"
                    + " smaller capacity",
            "mode=700,ro | no permission to write in BUS: it belongs to another user or is read-only; set VERBUS_DIR to"
                    + " a directory of your own",
            "mode=777 | other users may write in BUS: make it private (chmod 700) or set VERBUS_DIR to a directory of"
                    + " your own"})
    void feedReportsFullOrForbiddenFileSystem(final String options, final String sentence) throws IOException {
        assertRefused(Namespace.script("mount -t tmpfs -o " + options + " none " + bus + " && \"$@\"; status=$?;"
                + " cd " + bus + " && find . -type f ! -name .losses ! -name .changes; exit $status"), bus, sentence,
                feed());
    }

    @Test
    void booksReportFullFileSystem() throws IOException {
        assertRefused(Namespace.script("mount -t tmpfs -o mode=700,size=1744k none " + bus + " && exec \"$@\""), bus,
                "no room for BUS/s/ID.positions, which needs 8832 bytes: make room in BUS", "book", "--stream",
                "s");
    }

    /** The limit is in blocks of 512 bytes. */
    @Test
    void limitOfFileLengthsIsReported() throws IOException {
        assertRefused(List.of("sh", "-c", "ulimit -f 90000; exec \"$@\"", "sh"), bus,
                "cannot allocate 67117056 bytes for BUS/s/ID.log: the file exceeds the length limit of this process:"
                        + " raise the limit (ulimit -f)",
                Stream.concat(Stream.of(feed()), Stream.of("--capacity", "64M")).toArray());
    }

    @Test
    void readOnlyDirectoryIsReported() throws IOException {
        assertRefused(Namespace.unprivileged("chmod 500 " + bus + "; \"$@\"; status=$?; chmod 700 " + bus
                + "; exit $status"), bus, "no permission to write in BUS: it belongs to another user or is read-only;"
                        + " set VERBUS_DIR to a directory of your own",
                feed());
    }

    @Test
    void ownerOfForeignDirectoryIsReported() throws IOException {
        assumeTrue(Files.isWritable(Path.of("/proc/sys/vm/nr_hugepages")), "only root can give a directory away");
        final Object self = Files.getAttribute(bus, "unix:uid");
        Files.setAttribute(bus, "unix:uid", 1);
        final String owner = Files.getOwner(bus).getName();
        assertRefused(List.of(), bus, "BUS belongs to user " + owner + ": set VERBUS_DIR to a directory of your own",
                feed());
        Files.setAttribute(bus, "unix:uid", self);
    }

    @Test
    void directoryOnDiskIsRefusedAndNotCreated() throws IOException {
        final String type = Files.getFileStore(disk).type();
        assumeFalse(type.equals("tmpfs"), "temporary files are in memory here");
        final Path place = disk.resolve("a/b");
        assertRefused(List.of(), place, "BUS is on " + type + ", a log there would be written to disk: set VERBUS_DIR"
                + " to a directory on tmpfs or hugetlbfs, such as /dev/shm/verbus", feed());
        assertTrue(Files.notExists(disk.resolve("a")));
    }

    @Test
    void fileInsteadOfDirectoryIsReported() throws IOException {
        final Path file = Files.createFile(bus.resolve("file"));
        assertRefused(List.of(), file, "BUS is a file; the bus needs a directory there: move the file away", feed());
    }

    @Test
    void removedDirectoryOfRunningBusIsReportedOnce() throws IOException {
        final Path place = bus.resolve("bus");
        try (Command book = Command.start(place, "book", "--stream", "s", "--idle", "sleep");
                Command feed = Command.start(place, "feed", "--stream", "s", "--itch", itch, "--rate", "2000/s",
                        "--await-subscribers", 1, "--block-for", "book")) {
            book.awaitLine("reading ");
            feed.awaitLine("feed: begins, subscribed by "); // otherwise it would wait for a subscriber forever
            try (Stream<Path> files = Files.walk(place)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
            final String sentence = "verbus: " + place + "/s does not exist any more: it was removed while in use;"
                    + " restart the processes that use it";
            assertEquals(1, book.exitStatus(), book::output);
            assertTrue(book.output().contains("the session is lost for good before message ")
                    && book.output().contains("its log was removed by another program"), book::output);
            assertEquals(1, feed.exitStatus(), feed::output);
            assertTrue(feed.output().contains("another program has removed the log"), feed::output);
            assertFalse(feed.output().contains("died"), feed::output);
            for (final Command command : List.of(book, feed)) {
                assertEquals(1, command.output().lines().filter(sentence::equals).count(), command::output);
            }
        }
    }

    @Test
    void feedWithFullStandardOutputEndsWithStatusOne() throws IOException {
        assertRefused(List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh"), bus, "cannot write to standard output: No"
                + " space left on device: the output is incomplete", feed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"stat", "loss", "errors", "book --stream s"})
    void directoryThatTheLocaleCannotEncodeIsRefused(final String arguments) throws IOException {
        try (Command command = Command.startWithin(List.of("sh", "-c", "export LC_ALL=C"
                + " VERBUS_DIR=\"$VERBUS_DIR/$(printf '\\303\\274')\"; exec \"$@\"", "sh"), bus,
                (Object[]) arguments.split(" "))) {
            assertEquals(1, command.exitStatus(), command::output);
            assertTrue(command.output().matches("bus: VERBUS_DIR=" + bus + "/.+ is not a path in this locale with"
                    + " encoding ANSI_X3.4-1968: set LC_ALL=C.UTF-8, or use another directory\n"), command::output);
        }
    }

    private Object[] feed() {
        return new Object[]{"feed", "--stream", "s", "--itch", itch};
    }

    private void assertRefused(final List<String> wrapper, final Path place, final String sentence,
            final Object... arguments) throws IOException {
        if (!wrapper.isEmpty()) {
            assumeTrue(Namespace.isAllowed(), "this user may not make a namespace (unshare)");
        }
        try (Command command = Command.startWithin(wrapper, place, arguments)) {
            assertEquals(1, command.exitStatus(), command::output);
            assertEquals(List.of("bus: " + sentence),
                    command.output().lines().filter(line -> !line.startsWith("feed: "))
                            .map(line -> line.replace(place.toString(), "BUS").replaceAll("[0-9a-f]{16}", "ID"))
                            .toList());
        }
    }
}
