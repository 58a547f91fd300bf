package io.verbus.rdma.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A resource that cannot be closed does not keep the others open. */
class CloseHelperTest {
    private final List<String> closed = new ArrayList<>();
    private final Deque<AutoCloseable> all = new ArrayDeque<>();

    private BusException failing(final String name) {
        final BusException failure = new BusException(name);
        all.add(() -> {
            closed.add(name);
            throw failure;
        });
        return failure;
    }

    @Test
    void allAreClosedInOrderAndTheFirstFailureIsThrown() {
        all.add(() -> closed.add("a"));
        final BusException first = failing("b");
        all.add(() -> closed.add("c"));
        final BusException second = failing("d");
        all.add(() -> closed.add("e"));
        assertSame(first, assertThrows(BusException.class, () -> CloseHelper.closeAll(all)));
        assertArrayEquals(new Throwable[]{second}, first.getSuppressed());
        assertEquals(List.of("a", "b", "c", "d", "e"), closed);
        assertTrue(all.isEmpty());
    }

    @Test
    void failuresAfterAnotherAreSuppressedInIt() {
        final BusException cause = new BusException("cause");
        final BusException later = failing("a");
        assertSame(cause, CloseHelper.closeAll(all, cause));
        assertArrayEquals(new Throwable[]{later}, cause.getSuppressed());
    }
}
