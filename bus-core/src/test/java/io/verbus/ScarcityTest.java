package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.ClassPreloader;
import io.verbus.support.Forked;
import io.verbus.support.Namespace;
import io.verbus.support.ShmDir;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A little more room at each attempt, until there is enough: each failure of the bus is one error message, leaves no
 * partial file, and never raises a signal.
 */
@Tag("processes")
class ScarcityTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    /** Launches a bus with one publication and one subscription, passes a message, and closes the bus. */
    private static String attempt(final Path directory) {
        final long[] got = {0};
        final List<String> errors = new ArrayList<>();
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withErrorHandler(t -> errors.add(t.getMessage())));
                Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 18)
                        .withLinger(Duration.ZERO));
                Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK))) {
            publication.offer(new UnsafeBuffer(new byte[8]), 0, 8);
            for (int i = 0; i < 3 && got[0] == 0; i++) {
                bus.doWork();
                got[0] += subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            }
            return errors.isEmpty() ? "passed " + got[0] : errors.getFirst();
        } catch (final BusException e) {
            return e.getMessage();
        }
    }

    /** The file that an error names, by its suffix; temporary files count as their final ones. */
    private static String shortened(final String message, final Path directory) {
        return message.replace(directory.toString(), "DIR").replace(directory.getParent().toString(), "MOUNT")
                .replaceAll("[0-9a-f]{16}", "ID");
    }

    private static void check(final Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                final List<Path> left = files.filter(Files::isRegularFile)
                        .filter(file -> !file.endsWith(".losses") && !file.endsWith(".changes")).toList();
                if (!left.isEmpty()) {
                    throw new IllegalStateException("files left over: " + left);
                }
            }
        }
    }

    /** Attempts it in a small file system with only a few free pages. */
    static final class Crowded {
        public static void main(final String[] args) throws IOException {
            final Path root = Path.of(args[0]);
            final TreeSet<String> messages = new TreeSet<>();
            String last = "";
            long free = 0;
            while (!last.startsWith("passed")) {
                fill(root.resolve("filler"), free);
                last = attempt(root.resolve("bus"));
                free = messages.add(shortened(last, root.resolve("bus"))) ? 0 : free + 4096;
                check(root.resolve("bus"));
            }
            messages.forEach(System.out::println);
        }

        private static void fill(final Path filler, final long free) throws IOException {
            Files.deleteIfExists(filler);
            try (OutputStream out = Files.newOutputStream(filler)) {
                while (true) {
                    out.write(new byte[4096]);
                }
            } catch (final IOException full) {
                assert full.getMessage().contains("No space left") : full;
            }
            try (FileChannel file = FileChannel.open(filler, StandardOpenOption.WRITE)) {
                file.truncate(Math.max(0, file.size() - free));
            }
        }
    }

    /** Attempts it with only a few free file descriptors. */
    static final class Descriptorless {
        public static void main(final String[] args) throws IOException {
            final Path directory = Path.of(args[0]);
            ClassPreloader.loadNeighbors(Bus.class, name -> true);
            attempt(directory);
            final Deque<FileInputStream> taken = new ArrayDeque<>();
            try {
                while (true) {
                    taken.push(new FileInputStream("/dev/null"));
                }
            } catch (final IOException full) {
                assert full.getMessage().contains("Too many open files") : full;
            }
            final List<String> messages = new ArrayList<>();
            while (messages.isEmpty() || !messages.getLast().startsWith("passed")) {
                messages.add(shortened(attempt(directory), directory));
                taken.pop().close();
            }
            check(directory);
            messages.forEach(System.out::println);
        }
    }

    @Test
    void everyStepReportsAFullFileSystem() throws IOException {
        assertEquals(List.of(
                "no room for DIR/.losses, which needs 1052672 bytes: make room in MOUNT",
                "no room for DIR/.processes/ID.counters, which needs 724992 bytes: make room in MOUNT",
                "no room for DIR/s/ID.log, which needs 270336 bytes: make room in MOUNT, or use a smaller capacity",
                "no room for DIR/s/ID.positions, which needs 8832 bytes: make room in MOUNT",
                "passed 1"), run("size=3m", Crowded.class));
    }

    @Test
    void everyStepReportsMissingFileDescriptors() throws IOException {
        final String limit = "too many open files in this process: raise the limit (ulimit -n)";
        assertEquals(List.of("cannot determine the file system of DIR: it is not in /proc/mounts, or " + limit,
                "cannot list DIR: " + limit, "cannot list DIR: " + limit, "passed 1"), runLimited());
    }

    private List<String> run(final String options, final Class<?> main) throws IOException {
        assumeTrue(Namespace.isAllowed(), "this user may not make a namespace (unshare -Urm)");
        try (Forked forked = Forked.startWithin(
                Namespace.script("mount -t tmpfs -o " + options + " none " + directory + " && exec \"$@\""), main,
                directory, directory)) {
            assertEquals(0, forked.exitStatus(), forked::output);
            return forked.output().lines().toList();
        }
    }

    private List<String> runLimited() throws IOException {
        try (Forked forked = Forked.startWithin(List.of("sh", "-c", "ulimit -n 64; exec \"$@\"", "sh"),
                Descriptorless.class, directory, directory)) {
            assertEquals(0, forked.exitStatus(), forked::output);
            assertTrue(forked.output().contains("passed 1"), forked::output);
            return forked.output().lines().toList();
        }
    }
}
