package io.verbus.rdma.verbs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Devices that the kernel has and this process cannot see: libibverbs leaves out a device without its node in /dev, as
 * in a container that was started without it.
 */
final class DeviceNodes {
    private static final Path KERNEL = Path.of("/sys/class/infiniband_verbs");
    private static final Path NODES = Path.of("/dev/infiniband");

    private DeviceNodes() {
    }

    /** One error message for all devices without a node; empty if there is none. */
    static List<String> missing() {
        return missing(KERNEL, NODES);
    }

    static List<String> missing(final Path kernel, final Path nodes) {
        final List<String> names = new ArrayList<>();
        final List<Path> missing = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(kernel, "uverbs*")) {
            for (final Path device : found) {
                final Path node = nodes.resolve(device.getFileName());
                if (!Files.exists(node)) {
                    names.add(Files.readString(device.resolve("ibdev")).strip());
                    missing.add(node);
                }
            }
        } catch (final IOException e) {
            return List.of(); // no RDMA in this kernel, or not visible
        }
        return missing.isEmpty() ? List.of() : List.of(message(names, missing, nodes.resolve("rdma_cm")));
    }

    private static String message(final List<String> names, final List<Path> missing, final Path manager) {
        final String options = missing.stream().sorted().map(node -> "--device=" + node)
                .collect(Collectors.joining(" "));
        return (names.size() == 1
                ? "the RDMA device " + names.getFirst() + " has no node " + missing.getFirst()
                : "the RDMA devices " + String.join(", ", names.stream().sorted().toList()) + " have no nodes in "
                        + missing.getFirst().getParent())
                + " here: start the container with " + options + " --device=" + manager;
    }
}
