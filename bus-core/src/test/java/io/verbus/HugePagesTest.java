package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.Forked;
import io.verbus.support.Namespace;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bus directory on hugetlbfs. Needs root, and reserves huge pages of the machine during the test. */
@Tag("processes")
class HugePagesTest {
    private static final Path RESERVED = Path.of("/proc/sys/vm/nr_hugepages");
    private static final int PAGES = 16;
    private static final int LAPS = 20;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private FileChannel alone;
    private long before = -1;

    @BeforeEach
    void reserve() throws IOException {
        assumeTrue(Files.isWritable(RESERVED), "only root may reserve huge pages");
        alone = FileChannel.open(RESERVED, StandardOpenOption.READ, StandardOpenOption.WRITE);
        alone.lock(); // another run of this test would free our pages
        before = reserved();
        reserve(before + PAGES);
        assumeTrue(reserved() >= before + PAGES, "the kernel cannot reserve " + PAGES + " huge pages");
    }

    @AfterEach
    void giveBack() throws IOException {
        if (before >= 0) {
            reserve(before);
        }
        if (alone != null) {
            alone.close();
        }
    }

    /** One read at offset 0: the file returns all its bytes there. */
    private long reserved() throws IOException {
        final ByteBuffer text = ByteBuffer.allocate(32);
        alone.read(text, 0);
        return Long.parseLong(new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip());
    }

    /** Through the same open file: closing another one would release the lock. */
    private void reserve(final long pages) throws IOException {
        alone.write(ByteBuffer.wrap(Long.toString(pages).getBytes(StandardCharsets.US_ASCII)), 0);
    }

    /** Laps a log, dies, and restarts, all on huge pages; prints its results. */
    static final class Lapper {
        public static void main(final String[] args) throws IOException {
            final Path bus = Path.of(args[0]);
            try (Forked victim = Forked.start(Victim.class, bus)) {
                victim.awaitLine("published");
                System.out.println("files of a process with a publication and one with a subscription:");
                read(bus);
                victim.kill();
            }
            read(bus);
            try (Stream<Path> files = Files.walk(bus)) {
                System.out
                        .println("left: " + files.filter(Files::isRegularFile).map(bus::relativize).sorted().toList());
            }
        }

        private static void read(final Path directory) {
            final long[] got = {0};
            try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
                    Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK))) {
                final PollHandler handler = (buffer, offset, length, header) -> {
                    got[0]++;
                    return Action.TAKEN;
                };
                try (Publication publication = bus
                        .publish(PublicationSettings.of("s").withCapacity(1 << 21).withPublisher("lapper"))) {
                    publication.awaitSubscribers(1, Duration.ofSeconds(30));
                    final UnsafeBuffer message = new UnsafeBuffer(new byte[4096]);
                    while (publication.position() < LAPS * (1L << 21)) {
                        if (publication.offer(message, 0, message.capacity()) < 0) {
                            subscription.poll(handler, 100);
                        }
                    }
                    while (got[0] < publication.sequence()) {
                        subscription.poll(handler, 100);
                    }
                    sizes(directory).forEach(System.out::println);
                    System.out.println("got all: " + (got[0] == publication.sequence()));
                }
            }
        }

        private static TreeSet<String> sizes(final Path directory) {
            try (Stream<Path> files = Files.walk(directory)) {
                final TreeSet<String> sizes = new TreeSet<>();
                for (final Path file : files.filter(Files::isRegularFile).toList()) {
                    sizes.add(file.getFileName().toString().replaceAll("[0-9a-f]{16}", "") + " "
                            + Files.size(file) / (1 << 20) + " MiB");
                }
                return sizes;
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Waits to be killed with a publication open. */
    static final class Victim {
        public static void main(final String[] args) {
            try (Bus bus = Bus.launch();
                    Publication publication = bus.publish(
                            PublicationSettings.of("t").withCapacity(1 << 16))) {
                System.out.println("published");
                while (publication.sequence() == 0) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /** Requests a log for which there are too few pages. */
    static final class TooLargePublisher {
        public static void main(final String[] args) {
            try (Bus bus = Bus.launch();
                    Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 30))) {
                System.out.println("no error for " + publication.stream());
            } catch (final BusException e) {
                System.out.println(e.getMessage().replaceAll("/[0-9a-f]{16}\\.", "/ID."));
            }
        }
    }

    @Test
    void busOnHugePagesCarriesMessagesAndRemovesFilesOfDeadProcesses() throws IOException {
        final List<String> files = List.of(".changes 2 MiB", ".counters 42 MiB", ".lock 0 MiB", ".log 2 MiB",
                ".log 4 MiB",
                ".losses 2 MiB", ".positions 2 MiB", "got all: true");
        final List<String> expected = new ArrayList<>();
        expected.add("files of a process with a publication and one with a subscription:");
        expected.addAll(files);
        expected.addAll(files.stream().filter(file -> !file.equals(".log 2 MiB")).toList());
        expected.add("left: [.changes, .losses]");
        assertEquals(expected, run(Lapper.class));
    }

    @Test
    void tooFewHugePagesAreOneErrorThatNamesTheSetting() throws IOException {
        assertEquals(List.of("too few huge pages for " + bus() + "/s/ID.log, which needs 513 of 2048 KiB: reserve more"
                + " (sysctl vm.nr_hugepages, or /sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages), or mount with"
                + " a larger size="), run(TooLargePublisher.class));
    }

    private Path bus() {
        return directory.resolve("bus");
    }

    private List<String> run(final Class<?> main) throws IOException {
        assumeTrue(Files.readString(Path.of("/proc/meminfo")).contains("Hugepagesize:       2048 kB"),
                "huge pages of this machine are not 2 MiB");
        try (Forked forked = Forked.startWithin(
                Namespace.asRoot(String.format(Locale.ROOT,
                        "mount -t hugetlbfs -o mode=700,pagesize=2M none %s && exec \"$@\"", directory)),
                main, bus(), bus())) {
            final int status = forked.exitStatus();
            assertTrue(status == 0, forked::output);
            return forked.output().lines().toList();
        }
    }
}
