package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The limit of locked memory is named only where it is the cause. */
@Tag("no-device")
class MemlockTest {
    private static List<String> limits(final String limit) {
        return List.of("Limit                     Soft Limit           Hard Limit           Units",
                "Max locked memory         " + limit + "              8388608              bytes");
    }

    private static List<String> status(final String capabilities) {
        return List.of("VmPin:\t    1024 kB", "CapEff:\t" + capabilities);
    }

    @Test
    void sumOfAllRegistrationsExceedsTheLimit() {
        final Memlock memlock = Memlock.of(limits("1048672"), status("0000000000000000"));
        assertEquals(1_048_672, memlock.limit());
        assertFalse(memlock.isExceededBy(96));
        assertTrue(memlock.isExceededBy(97));
    }

    @Test
    void exemptOrUnlimitedProcessDoesNotExceedIt() {
        assertFalse(Memlock.of(limits("65536"), status("000001ffffffffff")).isExceededBy(1L << 40));
        assertFalse(Memlock.of(limits("65536"), status("0000000000004000")).isExceededBy(1L << 40));
        assertTrue(Memlock.of(limits("65536"), status("000001ffffffbfff")).isExceededBy(1L << 40));
        assertFalse(Memlock.of(limits("unlimited"), status("0000000000000000")).isExceededBy(1L << 40));
        assertFalse(Memlock.of(List.of(), List.of()).isExceededBy(1L << 40));
    }
}
