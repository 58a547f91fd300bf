package io.verbus.testkit.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.testkit.chaos.ReaderProcess.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Takes a resource away from one process of the stage, and counts the reports of it. The process continues when the
 * resource is back, or has ended with a message; the others continue in any case.
 */
final class ResourceFaults {
    /** Not the recorder and the reader that requests ranges of it: a range response may need a log at any time. */
    private static final Set<Kind> READERS = EnumSet.complementOf(EnumSet.of(Kind.RECORDER, Kind.FILLED));
    /** Not the reader that joins again after an eviction: it needs descriptors for that. */
    private static final Set<Kind> STAYING = EnumSet.complementOf(EnumSet.of(Kind.RECORDER, Kind.FILLED, Kind.EVICT));
    private static final String NO_ROOM = "refused .*no room for .*";
    private static final int ATTEMPTS = 10;
    private static final String NO_DESCRIPTOR = "error .*[Tt]oo many open files.*";

    private final Stage stage;
    private final ResourceLimits limits;
    private final SplittableRandom random;
    private final ShuffledCycle<ResourceFault> faults;
    private final Map<String, Integer> reports = new TreeMap<>();

    ResourceFaults(final Stage stage, final ResourceLimits limits, final SplittableRandom random) {
        this.stage = stage;
        this.limits = limits;
        this.random = random;
        final Set<ResourceFault> all = EnumSet.allOf(ResourceFault.class);
        if (!limits.canFillSharedMemory()) {
            all.remove(ResourceFault.SHARED_MEMORY);
        }
        if (!limits.canFailDisk()) {
            all.remove(ResourceFault.DISK);
        }
        faults = new ShuffledCycle<>(List.copyOf(all), random);
    }

    /** Number of reports by fault. */
    Map<String, Integer> reports() {
        return reports;
    }

    /** Fails unless each fault that this machine permits was reported. */
    void checkAllWereReported() {
        final Set<String> kinds = new TreeSet<>(List.of("descriptors", "heap"));
        if (limits.canFillSharedMemory()) {
            kinds.add("shared memory");
        }
        if (limits.canFailDisk()) {
            kinds.add("disk");
        }
        kinds.removeIf(kind -> reports.keySet().stream().anyMatch(what -> what.startsWith(kind)));
        assertEquals(Set.of(), kinds, "the run was too short for these faults");
    }

    /** Runs the next fault. */
    void next() throws Exception {
        final ResourceFault fault = faults.next();
        stage.feed().mark();
        stage.readers().forEach(ChaosPeer::mark);
        try {
            switch (fault) {
                case NONE -> {
                }
                case DESCRIPTORS_OF_FEED -> takeDescriptors(stage.feed(), Kind.SKIP);
                case DESCRIPTORS_OF_READER -> {
                    final Kind kind = any(STAYING);
                    takeDescriptors(stage.reader(kind), kind == Kind.SKIP ? Kind.CONFLATE : Kind.SKIP);
                }
                case HEAP -> exhaustHeap(any(READERS));
                case SHARED_MEMORY -> fillMemory();
                case DISK -> failDisk();
            }
            stage.settle();
            for (final ChaosPeer reader : stage.readers()) {
                assertEquals(List.of(), reader.lines("fault .*"), reader::story);
            }
        } catch (final AssertionError e) {
            throw new AssertionError(fault + ": " + e.getMessage(), e);
        }
    }

    private Kind any(final Set<Kind> kinds) {
        return List.copyOf(kinds).get(random.nextInt(kinds.size()));
    }

    private void count(final String what) {
        reports.merge(what, 1, Integer::sum);
    }

    /** The process continues with its open files, while a restart of another one changes the directory. */
    private void takeDescriptors(final ChaosPeer victim, final Kind changing) throws Exception {
        setDescriptors(victim, "1:");
        stage.litter();
        stage.reader(changing).process().kill();
        stage.startReader(changing);
        victim.awaitLine(NO_DESCRIPTOR);
        victim.awaitProgress();
        setDescriptors(victim, "1024:");
        count("descriptors");
    }

    /** Sets the soft limit only, which can be raised again. */
    private static void setDescriptors(final ChaosPeer peer, final String limit) throws Exception {
        final int status = new ProcessBuilder("prlimit", "--pid", Long.toString(peer.process().pid()),
                "--nofile=" + limit).inheritIO().start().waitFor();
        assertEquals(0, status, "prlimit");
    }

    /** The reader survives, or ends with status 1 and one message. */
    private void exhaustHeap(final Kind kind) throws Exception {
        final ChaosPeer reader = stage.reader(kind);
        reader.process().send(ReaderProcess.EXHAUST_HEAP);
        if (reader.awaitLineOrEnd("exhausted .*")) {
            assertEquals(1, reader.process().exitStatus(), reader::story);
            assertEquals(1, reader.lines("out of memory: .*").size(), reader::story);
            stage.startReader(kind);
            count("heap, ended");
        } else {
            reader.awaitProgress();
            count("heap, survived");
        }
    }

    /** A further reader starts, which needs shared memory; the others continue. */
    private void fillMemory() throws Exception {
        stage.awaitSpareReader();
        final ChaosPeer guest;
        try {
            guest = startWithoutRoom();
            stage.feed().awaitProgress();
            stage.reader(Kind.BLOCK).awaitProgress();
        } finally {
            limits.freeSharedMemory();
        }
        guest.awaitProgress();
        end(guest);
        count("shared memory");
    }

    /** Fills the memory again if another process has freed some: a publisher removes the logs of dead ones. */
    private ChaosPeer startWithoutRoom() throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            limits.fillSharedMemory();
            final ChaosPeer guest = stage.startGuest(Kind.SKIP);
            guest.await(NO_ROOM + ", or progress", peer -> !peer.lines(NO_ROOM).isEmpty() || peer.sequence() > 0);
            if (!guest.lines(NO_ROOM).isEmpty()) {
                return guest;
            }
            end(guest);
        }
        throw new AssertionError("shared memory does not stay full");
    }

    private static void end(final ChaosPeer guest) throws Exception {
        guest.process().send("end");
        guest.awaitLine("bye");
    }

    private void failDisk() throws Exception {
        final ChaosPeer recorder = stage.reader(Kind.RECORDER);
        limits.failDisk();
        try {
            recorder.awaitLine("failed .*");
            recorder.awaitLine("bye");
        } finally {
            limits.repairDisk();
        }
        stage.startReader(Kind.RECORDER);
        count("disk");
    }
}
