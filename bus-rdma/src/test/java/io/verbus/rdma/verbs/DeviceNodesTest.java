package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device that is missing in a container is reported with its node. */
class DeviceNodesTest {
    @TempDir
    private Path directory;

    @Test
    void deviceWithoutNodeIsReportedWithTheNode() throws IOException {
        final Path kernel = directory.resolve("kernel");
        final Path nodes = Files.createDirectory(directory.resolve("nodes"));
        Files.createDirectories(kernel.resolve("uverbs0"));
        Files.createDirectories(kernel.resolve("uverbs1"));
        Files.writeString(kernel.resolve("uverbs0/ibdev"), "mlx5_0\n");
        Files.writeString(kernel.resolve("uverbs1/ibdev"), "mlx5_1\n");
        Files.createFile(nodes.resolve("uverbs0"));
        final Path node = nodes.resolve("uverbs1");
        assertEquals(List.of("the RDMA device mlx5_1 has no node " + node + " here: start the container with --device="
                + node + " --device=" + nodes.resolve("rdma_cm")), DeviceNodes.missing(kernel, nodes));
    }

    @Test
    void allDevicesWithoutNodesAreReportedInOneSentence() throws IOException {
        final Path kernel = directory.resolve("kernel");
        final Path nodes = Files.createDirectory(directory.resolve("nodes"));
        for (int i = 0; i < 3; i++) {
            Files.createDirectories(kernel.resolve("uverbs" + i));
            Files.writeString(kernel.resolve("uverbs" + i + "/ibdev"), "mlx5_" + i + "\n");
        }
        Files.createFile(nodes.resolve("uverbs1"));
        assertEquals(List.of("the RDMA devices mlx5_0, mlx5_2 have no nodes in " + nodes
                + " here: start the container with --device=" + nodes.resolve("uverbs0") + " --device="
                + nodes.resolve("uverbs2") + " --device=" + nodes.resolve("rdma_cm")),
                DeviceNodes.missing(kernel, nodes));
    }

    @Test
    void kernelWithoutRdmaHasNoMissingNode() {
        assertEquals(List.of(), DeviceNodes.missing(directory.resolve("absent"), directory));
    }
}
