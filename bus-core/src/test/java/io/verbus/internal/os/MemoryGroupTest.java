package io.verbus.internal.os;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryGroupTest {
    private static final long MIB = 1 << 20;
    private static final Path LOG = Path.of("/dev/shm/verbus/s/1.log");

    @TempDir
    private Path directory;
    private Path mount;
    private MemoryGroup group;

    @BeforeEach
    void make() throws IOException {
        mount = Files.createDirectory(directory.resolve("cgroup"));
        group = new MemoryGroup(directory.resolve("self"), mount);
    }

    @Test
    void logAboveLimitOfVersion2IsRefusedWithFigures() throws IOException {
        member("0::/slice/feed");
        version2(mount.resolve("slice/feed"), Long.toString(400 * MIB), 100 * MIB, 20 * MIB);
        assertDoesNotThrow(() -> group.check(LOG, 320 * MIB));
        assertEquals("no room for " + LOG + ", which needs 1024 MiB: the memory cgroup " + mount
                + "/slice/feed uses 80 of 400 MiB; raise its limit, or use a smaller capacity",
                assertThrows(BusException.class, () -> group.check(LOG, 1024 * MIB)).getMessage());
    }

    @Test
    void tightestAncestorCounts() throws IOException {
        member("0::/slice/feed");
        version2(mount.resolve("slice/feed"), "max", MIB, 0);
        version2(mount.resolve("slice"), Long.toString(10 * MIB), 4 * MIB, 0);
        version2(mount, Long.toString(1000 * MIB), 4 * MIB, 0);
        assertEquals(6 * MIB, group.tightest().room());
    }

    @Test
    void logAboveLimitOfVersion1IsRefused() throws IOException {
        member("5:cpu,memory:/host/path\n1:name=systemd:/x\n0::/");
        final Path memory = Files.createDirectories(mount.resolve("memory")); // of a container: only the root exists
        Files.writeString(memory.resolve("memory.limit_in_bytes"), 8 * MIB + "\n");
        Files.writeString(memory.resolve("memory.usage_in_bytes"), 3 * MIB + "\n");
        Files.writeString(memory.resolve("memory.stat"), "inactive_file 1\ntotal_inactive_file " + MIB
                + "\ntotal_active_file " + MIB + "\n");
        assertEquals(7 * MIB, group.tightest().room());
        assertThrows(BusException.class, () -> group.check(LOG, 8 * MIB));
    }

    @Test
    void hostWithoutCgroupsHasNoLimit() throws IOException {
        assertNull(group.tightest());
        member("0::/");
        assertNull(group.tightest());
        version2(mount, "max", MIB, 0);
        assertDoesNotThrow(() -> group.check(LOG, Long.MAX_VALUE));
    }

    private void member(final String lines) throws IOException {
        Files.writeString(directory.resolve("self"), lines + "\n");
    }

    private static void version2(final Path path, final String max, final long current, final long cache)
            throws IOException {
        Files.createDirectories(path);
        Files.writeString(path.resolve("memory.max"), max + "\n");
        Files.writeString(path.resolve("memory.current"), current + "\n");
        Files.writeString(path.resolve("memory.stat"), "anon 5\ninactive_file " + cache + "\nactive_file 0\n");
    }
}
