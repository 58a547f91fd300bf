package io.verbus.testkit.chaos;

import io.verbus.support.Forked;
import io.verbus.support.Namespace;
import io.verbus.testkit.FullPipe;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts the processes of a stage with limited resources: a small file system of shared memory, a disk whose calls can
 * fail, a small heap, and for some of them a full pipe as standard error. It prints the limits that this machine does
 * not permit.
 */
final class ResourceLimits implements AutoCloseable {
    /** Environment variable of processes whose standard error blocks. */
    static final String BLOCKED = "VERBUS_CHAOS_BLOCKED";
    /** The program of peers in C. */
    static final String IN_C = "chaos_peer";

    private static final int MEGABYTES = 96;
    private static final int LARGEST = 40;
    private static final int BLOCKED_ONE_IN = 3;
    private static final int PAGE = 4096;
    private static final List<String> SMALL_HEAP = List.of("-Xmx48m");
    private static final Path DISK_FAULTS = Path.of("..", "native", "target", "build", "libdisk_faults.so");
    private static final Path PEER_IN_C = Path.of("..", "clients", "c", "target", "build", IN_C);
    /** Its standard input closes with the test's process, which unmounts the file system. */
    private static final String MOUNT = "mount -t tmpfs -o size=%dm,mode=700 none %s && echo mounted && exec cat";

    private final Path directory;
    private final boolean limited;
    /** Holds the mount; null if shared memory cannot be full. */
    private final Process holder;
    private final Set<ChaosPeer> blocked = new HashSet<>();
    private int pipes;

    private ResourceLimits(final Path directory, final boolean limited, final Process holder) {
        this.directory = directory;
        this.limited = limited;
        this.holder = holder;
    }

    static ResourceLimits none(final Path directory) {
        return new ResourceLimits(directory, false, null);
    }

    /** All limits that this machine permits. */
    static ResourceLimits of(final Path directory) throws IOException {
        if (!Files.exists(DISK_FAULTS)) {
            System.out.println("chaos: calls of the recorder's disk do not fail: " + DISK_FAULTS + " was not built");
        }
        if (!Files.isExecutable(PEER_IN_C)) {
            System.out.println("chaos: no peer is in C: " + PEER_IN_C + " was not built");
        }
        if (!Namespace.isAllowed()) {
            System.out.println("chaos: shared memory is not filled: this user may not create a namespace");
            return new ResourceLimits(directory, true, null);
        }
        final Path bus = Files.createDirectories(directory.resolve("bus"));
        final Process holder = new ProcessBuilder(
                Namespace.script(String.format(MOUNT, MEGABYTES, bus))).redirectErrorStream(true).start();
        final String line = holder.inputReader().readLine();
        if (!"mounted".equals(line)) {
            throw new IOException("cannot mount a file system: " + line);
        }
        return new ResourceLimits(directory, true, holder);
    }

    boolean canFillSharedMemory() {
        return holder != null;
    }

    boolean canFailDisk() {
        return limited && Files.exists(DISK_FAULTS);
    }

    boolean canRunC() {
        return limited && Files.isExecutable(PEER_IN_C);
    }

    /** The bus directory of the processes, under the name that this process uses. */
    Path bus() {
        final Path bus = directory.resolve("bus");
        return holder == null ? bus : Path.of("/proc/" + holder.pid() + "/root" + bus);
    }

    ChaosPeer start(final Class<?> main, final Path bus, final SplittableRandom random, final Object... arguments)
            throws IOException {
        if (!limited) {
            return ChaosPeer.spare(main, bus, arguments);
        }
        final boolean blocks = random.nextInt(BLOCKED_ONE_IN) == 0;
        final List<String> flags = main == ReaderProcess.class ? SMALL_HEAP : List.of();
        final ChaosPeer peer = ChaosPeer.of(Forked.start(wrapper(blocks, random), flags, main, bus, arguments),
                main.getSimpleName());
        if (blocks) {
            blocked.add(peer);
        }
        return peer;
    }

    /** A peer in C, which writes nothing to standard error. */
    ChaosPeer startInC(final Path bus, final SplittableRandom random) throws IOException {
        final List<String> command = wrapper(false, random);
        command.addAll(List.of(PEER_IN_C.toAbsolutePath().normalize().toString(),
                Long.toUnsignedString(random.nextLong())));
        return ChaosPeer.of(Forked.startProgram(bus, command), IN_C);
    }

    /** The beginning of a command, which limits the resources of its process. */
    private List<String> wrapper(final boolean blocks, final SplittableRandom random) throws IOException {
        final List<String> wrapper = new ArrayList<>();
        if (holder != null) {
            wrapper.addAll(List.of("nsenter", "--target", Long.toString(holder.pid()), "--user", "--mount",
                    "--preserve-credentials"));
        }
        if (blocks) {
            wrapper.addAll(FullPipe.asStandardError(directory.resolve("stderr." + pipes++)));
        }
        wrapper.add("env");
        if (blocks) {
            wrapper.add(BLOCKED + "=yes");
        }
        if (canFailDisk()) {
            wrapper.addAll(List.of("DISK_FAULTS_DIR=" + directory.resolve("journal"), "DISK_FAULTS_ONE_IN=2",
                    "DISK_FAULTS_SEED=" + (random.nextLong() >>> 1), "DISK_FAULTS_WHILE=" + failing(),
                    "LD_PRELOAD=" + DISK_FAULTS.toAbsolutePath().normalize()));
        }
        return wrapper;
    }

    void fillSharedMemory() throws IOException {
        try (OutputStream out = Files.newOutputStream(filler())) {
            while (true) {
                out.write(new byte[PAGE]);
            }
        } catch (final IOException full) {
            assert full.getMessage().contains("No space left") : full;
        }
    }

    void freeSharedMemory() throws IOException {
        Files.deleteIfExists(filler());
    }

    /** From now on half of the writes and syncs of the journal fail. */
    void failDisk() throws IOException {
        Files.createFile(failing());
    }

    void repairDisk() throws IOException {
        Files.deleteIfExists(failing());
    }

    /** Number of processes that reported an error while their standard error was full. */
    long blockedReports() {
        return blocked.stream().filter(peer -> peer.said().stream().anyMatch(line -> line.startsWith("error ")))
                .count();
    }

    /** The largest files of the bus directory, for messages. */
    String memory() {
        try (Stream<Path> files = Files.walk(bus())) {
            return files.filter(Files::isRegularFile).map(Path::toFile)
                    .sorted(Comparator.comparingLong(File::length).reversed()).limit(LARGEST)
                    .map(file -> file.length() + " bytes: " + bus().relativize(file.toPath()))
                    .collect(Collectors.joining("\n", "largest files of the bus directory:\n", ""));
        } catch (final IOException | UncheckedIOException e) {
            return "the bus directory cannot be listed: " + e;
        }
    }

    private Path filler() {
        return bus().resolve(".filler");
    }

    private Path failing() {
        return directory.resolve("disk-fails");
    }

    @Override
    public void close() {
        if (holder != null) {
            holder.destroyForcibly().onExit().join();
        }
    }
}
