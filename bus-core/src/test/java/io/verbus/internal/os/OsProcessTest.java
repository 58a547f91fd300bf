package io.verbus.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class OsProcessTest {
    @Test
    void livingProcessIsNotGone() {
        final long pid = ProcessHandle.current().pid();
        final long start = OsProcess.startTicks(pid);
        assertNotEquals(0, start);
        assertFalse(OsProcess.isGone(pid, start));
    }

    @Test
    void processWithTheSamePidIsAnother() {
        final long pid = ProcessHandle.current().pid();
        assertTrue(OsProcess.isGone(pid, OsProcess.startTicks(pid) - 1));
    }

    @Test
    void endedProcessIsGone() throws IOException, InterruptedException {
        final Process process = new ProcessBuilder("cat").start();
        final long start = OsProcess.startTicks(process.pid());
        assertFalse(OsProcess.isGone(process.pid(), start));
        process.destroyForcibly().waitFor();
        assertTrue(OsProcess.isGone(process.pid(), start));
        assertEquals(0, OsProcess.startTicks(process.pid()));
    }
}
