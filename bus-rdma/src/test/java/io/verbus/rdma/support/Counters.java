package io.verbus.rdma.support;

import io.verbus.rdma.verbs.VerbsDouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Counters of RDMA devices: of the kernel, or of the double. */
public final class Counters {
    private static final Path DEVICES = Path.of("/sys/class/infiniband");

    private Counters() {
    }

    /** Number of writes that found no receive, over all devices. */
    public static long receiverNotReady() {
        return VerbsDouble.isHere()
                ? VerbsDouble.count("rnr")
                : sum("rcvd_rnr_err") + sum("send_rnr_err");
    }

    /** Number of writes that the double has completed and not yet placed. */
    static long held() {
        return VerbsDouble.isHere() ? VerbsDouble.count("held") : 0;
    }

    /** Number of writes that the double has placed after the next one. */
    static long swapped() {
        return VerbsDouble.isHere() ? VerbsDouble.count("swapped") : 0;
    }

    private static long sum(final String counter) {
        try (Stream<Path> devices = Files.list(DEVICES)) {
            return devices.map(device -> device.resolve("ports/1/hw_counters").resolve(counter))
                    .filter(Files::exists).mapToLong(Counters::read).sum();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long read(final Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Number of queue pairs, completion queues, registrations and protection domains of this process. */
    public static String resources() {
        try {
            final StringBuilder text = new StringBuilder();
            for (final String kind : new String[]{"qp", "cq", "mr", "pd", "cm_id"}) {
                text.append(kind).append(' ').append(count(kind)).append(' ');
            }
            return text.toString();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long count(final String kind) throws IOException {
        if (VerbsDouble.isHere()) {
            return VerbsDouble.count(kind.replace("cm_", ""));
        }
        final Process process = new ProcessBuilder("rdma", "resource", "show", kind).redirectErrorStream(true).start();
        final String pid = " pid " + ProcessHandle.current().pid() + " ";
        try (Stream<String> lines = process.inputReader().lines()) {
            return lines.filter(line -> line.contains(pid)).count();
        }
    }
}
