package io.verbus.latency.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SystemCallTraceTest {
    @Test
    void callsBetweenTheMarksAreCounted() {
        assertEquals(Map.of("write /dev/infiniband/uverbs0", 2, "futex", 1), SystemCallTrace.calls(List.of(
                "read(0</dev/pts/1>, \"ping\\n\", 8192) = 5",
                "sched_yield() = 0",
                "write(31</dev/infiniband/uverbs0>, \"...\", 24) = 24",
                "futex(0x7f, FUTEX_WAKE_PRIVATE, 1) = 0",
                "write(31</dev/infiniband/uverbs0>, \"...\", 24) = 24",
                "sched_yield() = 0",
                "write(1</dev/pts/1>, \"done\\n\", 5) = 5")));
    }

    @Test
    void missingMarksAreAnError() {
        assertThrows(BusException.class, () -> SystemCallTrace.calls(List.of("read(0<pipe:[1]>, \"x\", 8192) = 1")));
    }
}
