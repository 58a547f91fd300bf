package io.verbus.rdma.verbs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Devices that the kernel has and this process cannot see: libibverbs leaves out a device without its node in /dev, as
 * in a container that was started without it.
 */
final class DeviceNodes {
    private static final Path KERNEL = Path.of("/sys/class/infiniband_verbs");
    private static final Path NODES = Path.of("/dev/infiniband");

    private DeviceNodes() {
    }

    /** An error message for each device without a node. */
    static List<String> missing() {
        return missing(KERNEL, NODES);
    }

    static List<String> missing(final Path kernel, final Path nodes) {
        final List<String> messages = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(kernel, "uverbs*")) {
            for (final Path device : found) {
                final Path node = nodes.resolve(device.getFileName());
                if (!Files.exists(node)) {
                    messages.add(
                            "the RDMA device " + Files.readString(device.resolve("ibdev")).strip() + " has no node "
                                    + node + " here: start the container with --device=" + node + " and --device="
                                    + nodes.resolve("rdma_cm"));
                }
            }
        } catch (final IOException e) {
            return messages; // no RDMA in this kernel, or not visible
        }
        return messages;
    }
}
