package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.spi.LogLink;
import io.verbus.support.Logs;
import io.verbus.support.ShmDir;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cursors of a publication among its pushers, and a pusher that does not run. */
class PushersTest {
    private static final long MS = 1_000_000;

    private final CursorPusher first = new CursorPusher("first");
    private final CursorPusher second = new CursorPusher("second");
    private final List<String> errors = new ArrayList<>();
    private final Pushers pushers = new Pushers(List.of(first, second), 500 * MS, t -> errors.add(t.getMessage()));
    private final List<Integer> pushed = new ArrayList<>();
    private int failing = -1;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Log log;
    private LogWriter writer;

    @BeforeEach
    void open() {
        log = Logs.create(directory, LogLayout.MIN_CAPACITY, false);
        writer = new LogWriter(log, () -> Long.MAX_VALUE, () -> 0);
    }

    @AfterEach
    void close() {
        log.close();
    }

    private Cursor cursor(final int number) {
        final LogLink link = (LogLink) Proxy.newProxyInstance(LogLink.class.getClassLoader(),
                new Class<?>[]{LogLink.class}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "push" -> push(number, (long) arguments[1]);
                    case "consumed" -> 0L;
                    case "hasCredit" -> true;
                    case "poll", "endedBy" -> null;
                    default -> throw new AssertionError(method);
                });
        return new Cursor(link, log, writer, Policy.BLOCK, null, () -> {});
    }

    private long push(final int number, final long to) {
        if (number == failing) {
            throw new IllegalStateException("a defect");
        }
        pushed.add(number);
        return to;
    }

    private List<Cursor> add(final int count) {
        final List<Cursor> cursors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            cursors.add(cursor(i));
            pushers.add(cursors.getLast());
        }
        return cursors;
    }

    private void commit() {
        writer.claim(16);
        writer.commit();
    }

    @Test
    void cursorsAreSharedEqually() {
        final List<Cursor> cursors = add(5);
        assertEquals(List.of(3, 2), List.of(first.count(), second.count()));
        pushers.remove(cursors.get(0));
        pushers.remove(cursors.get(2));
        assertEquals(List.of(1, 2), List.of(first.count(), second.count()));
        add(1);
        assertEquals(List.of(2, 2), List.of(first.count(), second.count()));
    }

    @Test
    void everyCursorIsPushedOnceAndEachIsFirstEquallyOften() {
        add(6);
        final List<Integer> firsts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            commit();
            pushed.clear();
            assertEquals(3, first.doWork());
            assertEquals(List.of(0, 2, 4), pushed.stream().sorted().toList());
            firsts.add(pushed.getFirst());
        }
        assertEquals(List.of(0, 2, 4), firsts.stream().sorted().toList());
        assertEquals(3, second.doWork());
    }

    @Test
    void cursorThatThrowsDoesNotStopTheOthers() {
        add(6);
        failing = 2;
        commit();
        for (int i = 0; i < 3; i++) {
            try {
                first.doWork();
            } catch (final IllegalStateException e) {
                assertEquals("a defect", e.getMessage());
            }
        }
        assertEquals(List.of(0, 4), pushed.stream().sorted().toList());
        assertThrows(IllegalStateException.class, () -> {
            for (int i = 0; i < 3; i++) {
                first.doWork();
            }
        });
    }

    @Test
    void pusherThatDoesNotRunIsReportedOnce() {
        for (int ms = 0; ms < 2_000; ms += 20) {
            second.doWork();
            pushers.check(ms * MS);
        }
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.getFirst().startsWith("pusher first has not run for 500 ms: the conductor pushes"),
                errors::toString);
        first.doWork();
        pushers.check(2_000 * MS);
        for (int ms = 2_020; ms < 4_000; ms += 20) {
            second.doWork();
            pushers.check(ms * MS);
        }
        assertEquals(2, errors.size(), errors::toString);
    }
}
