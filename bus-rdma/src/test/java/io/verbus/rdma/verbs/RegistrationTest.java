package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.support.Forked;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory that a device accepts, and errors for memory that it rejects. */
class RegistrationTest {
    private static final int LENGTH = 4 << 20;
    private static final String MEMLOCK = "1048576";

    @TempDir
    private Path directory;

    @BeforeEach
    void needsADevice() {
        Lab.devices();
    }

    @Test
    void readAccessNeedsWritableMapping() throws IOException {
        final Path file = Files.write(directory.resolve("log"), new byte[4096]);
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofConfined();
                EventChannel events = EventChannel.open();
                ConnectionId id = events.newId()) {
            id.bind(Lab.address(), 0);
            final long readOnly = open.map(MapMode.READ_ONLY, 0, 4096, arena).address();
            final long writable = open.map(MapMode.READ_WRITE, 0, 4096, arena).address();
            try (ProtectionDomain domain = id.device().createProtectionDomain()) {
                assertEquals(4096, registered(domain, writable));
                final String message = assertThrows(BusException.class, () -> registered(domain, readOnly))
                        .getMessage();
                assertTrue(message.contains("not mapped, or not writable"), message);
            }
        }
    }

    @Test
    void remoteWriteNeedsLocalWrite() {
        try (EventChannel events = EventChannel.open(); ConnectionId id = events.newId()) {
            id.bind(Lab.address(), 0);
            try (ProtectionDomain domain = id.device().createProtectionDomain(); Arena arena = Arena.ofConfined()) {
                final long memory = arena.allocate(4096, 4096).address();
                assertThrows(BusException.class, () -> domain.register(memory, 4096, MemoryRegion.REMOTE_WRITE));
            }
        }
    }

    @Test
    @Tag("processes")
    void lowMemlockLimitIsReportedWithRemedy() throws IOException {
        Lab.kernel("the limit of locked memory is the kernel's");
        // Root is exempt from the limit by a capability, which this process drops.
        final List<String> limited = List.of("prlimit", "--memlock=" + MEMLOCK + ":" + MEMLOCK, "setpriv",
                "--bounding-set=-ipc_lock", "--inh-caps=-ipc_lock");
        try (Forked probe = Forked.startWithin(limited, RegistrationProbe.class, directory, Lab.address(), LENGTH)) {
            final String message = probe.awaitLine("^refused: (.*)").group(1);
            assertTrue(message.startsWith("cannot register " + LENGTH + " bytes of memory with "), message);
            assertTrue(message.contains(": the limit of locked memory is " + MEMLOCK + " bytes "), message);
            assertTrue(message.contains("ulimit -l") && message.contains("limits.conf"), message);
        }
    }

    private static long registered(final ProtectionDomain domain, final long address) {
        try (MemoryRegion region = domain.register(address, 4096, MemoryRegion.REMOTE_READ)) {
            return region.length();
        }
    }
}
