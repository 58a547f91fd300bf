package io.verbus.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.log.Log;
import io.verbus.log.LogLayout;
import io.verbus.log.LogWriter;
import io.verbus.testkit.Logs;
import io.verbus.testkit.ShmDir;
import io.verbus.transport.LogLink;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What makes a conductor hurry: what was to be pushed and could not be, not what is not flushed yet. */
class CursorTest {
    private static final int FRAME = 32;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Log log;
    private LogWriter writer;
    private Cursor cursor;
    /** Position up to which the link can push now. */
    private long credit = Long.MAX_VALUE;

    @BeforeEach
    void open() {
        log = Logs.create(directory, LogLayout.MIN_CAPACITY, false);
        writer = new LogWriter(log, () -> Long.MAX_VALUE, () -> 0);
        cursor = new Cursor(link(), log, writer, Policy.BLOCK, 0);
    }

    @AfterEach
    void close() {
        log.close();
    }

    /** A link that pushes as far as there is credit. */
    private LogLink link() {
        return (LogLink) Proxy.newProxyInstance(LogLink.class.getClassLoader(), new Class<?>[]{LogLink.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "push" -> Math.max((long) arguments[0], Math.min((long) arguments[1], credit));
                    case "unfinished" -> Long.MAX_VALUE;
                    case "poll", "beat", "endedBy" -> null;
                    default -> throw new AssertionError(method);
                });
    }

    private void commit() {
        writer.claim(16);
        writer.commit();
    }

    @Test
    void whatIsNotFlushedIsNotOwedButPushedInTheNextTurn() {
        commit();
        assertTrue(cursor.isBehind());
        assertFalse(cursor.isOwed());
        cursor.turn(false);
        assertFalse(cursor.isBehind());
    }

    @Test
    void whatIsFlushedWithoutCreditIsOwed() {
        credit = FRAME;
        commit();
        commit();
        cursor.push(writer.position());
        assertTrue(cursor.isOwed());
        cursor.turn(false);
        assertTrue(cursor.isOwed(), "still no credit");
        credit = 2 * FRAME;
        cursor.turn(false);
        assertFalse(cursor.isOwed());
    }

    @Test
    void whatTheConductorCouldNotPushIsOwed() {
        credit = 0;
        commit();
        cursor.turn(false);
        assertTrue(cursor.isOwed());
        credit = FRAME;
        cursor.turn(true);
        assertFalse(cursor.isOwed());
    }

    @Test
    void whoComesLateIsOwedWhatIsThere() {
        commit();
        cursor = new Cursor(link(), log, writer, Policy.BLOCK, 0);
        assertTrue(cursor.isOwed());
        assertEquals(FRAME, writer.position());
    }
}
