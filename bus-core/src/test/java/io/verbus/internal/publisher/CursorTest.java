package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reasons for a conductor to hurry: a push that failed, not commits without flush. The messages skipped under
 * CONFLATE. And pushes by a pusher.
 */
class CursorTest {
    private static final int FRAME = 32;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Log log;
    private LogWriter writer;
    private Cursor cursor;
    /** Position up to which the link can push now. */
    private long credit = Long.MAX_VALUE;
    private long pushed;
    /** Whether the device refuses requests. */
    private boolean refusing;
    private long consumed;
    /** The last jump of the link. */
    private long jumpedTo;
    private int polls;
    private volatile int heartbeats;
    /** Why the epoch has ended, or null. */
    private String ended;
    private Runnable whilePushing = () -> {};

    @BeforeEach
    void open() {
        log = Logs.create(directory, LogLayout.MIN_CAPACITY, false);
        writer = new LogWriter(log, () -> Long.MAX_VALUE, () -> 0);
        cursor = new Cursor(link(), log, writer, Policy.BLOCK, null, () -> {});
    }

    @AfterEach
    void close() {
        log.close();
    }

    /** A link that pushes as far as there is credit. */
    private LogLink link() {
        return (LogLink) Proxy.newProxyInstance(LogLink.class.getClassLoader(), new Class<?>[]{LogLink.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "push" -> push((long) arguments[0], (long) arguments[1]);
                    case "unfinished" -> Long.MAX_VALUE;
                    case "hasCredit" -> credit > pushed;
                    case "isProbeDue" -> false;
                    case "consumed" -> consumed;
                    case "jump" -> jump((long) arguments[1]);
                    case "poll" -> {
                        polls++;
                        yield null;
                    }
                    case "sendHeartbeat" -> {
                        heartbeats++;
                        yield null;
                    }
                    case "endedBy" -> ended;
                    case "silent" -> null;
                    default -> throw new AssertionError(method);
                });
    }

    private long push(final long from, final long to) {
        assertTrue(from <= to, () -> "push from " + from + " to " + to);
        whilePushing.run();
        pushed = refusing ? from : Math.max(from, Math.min(to, credit));
        return pushed;
    }

    private boolean jump(final long to) {
        pushed = to;
        jumpedTo = to;
        return true;
    }

    private void commit() {
        writer.claim(16);
        writer.commit();
    }

    @Test
    void unflushedCommitsAreNotDueButPushedInTheNextDutyCycle() {
        commit();
        assertTrue(cursor.isLagging());
        assertFalse(cursor.isPushDue());
        cursor.runCycle(false);
        assertFalse(cursor.isLagging());
    }

    @Test
    void commitOlderThanAPushedEndFrameIsNotPushed() {
        commit();
        final long committed = writer.position();
        writer.end(); // by another thread, before the owner pushes its commit
        cursor.runCycle(false);
        assertEquals(writer.position(), pushed);
        cursor.push(committed);
        assertEquals(writer.position(), pushed);
    }

    @Test
    void flushWithoutCreditIsDue() {
        credit = FRAME;
        commit();
        commit();
        cursor.push(writer.position());
        assertTrue(cursor.isPushDue());
        cursor.runCycle(false);
        assertTrue(cursor.isPushDue(), "still no credit");
        credit = 2 * FRAME;
        cursor.runCycle(false);
        assertFalse(cursor.isPushDue());
    }

    @Test
    void failedConductorPushIsDue() {
        credit = 0;
        commit();
        cursor.runCycle(false);
        assertTrue(cursor.isPushDue());
        credit = FRAME;
        cursor.runCycle(true);
        assertFalse(cursor.isPushDue());
    }

    @Test
    void lateJoinerIsDueAPush() {
        commit();
        cursor = new Cursor(link(), log, writer, Policy.BLOCK, null, () -> {});
        assertTrue(cursor.isPushDue());
        assertEquals(FRAME, writer.position());
    }

    /** Returned credit is used for the newest message only, after the pushed ones are read. */
    @Test
    void skippedMessagesUnderConflateAreNotPushed() {
        cursor = new Cursor(link(), log, writer, Policy.CONFLATE, null, () -> {});
        credit = 4 * FRAME;
        commit(200);
        cursor.push(writer.position());
        cursor.runCycle(false);
        assertEquals(4 * FRAME, pushed);
        credit = 100 * FRAME;
        cursor.push(writer.position());
        assertEquals(4 * FRAME, pushed, "by the conductor, which finds the newest");
        cursor.runCycle(false);
        assertEquals(199 * FRAME, jumpedTo);
        credit = Long.MAX_VALUE;
        cursor.runCycle(false);
        assertEquals(200 * FRAME, pushed);
        commit();
        cursor.push(writer.position());
        assertEquals(201 * FRAME, pushed, "no change");
    }

    @Test
    void jumpIsAnnouncedOnlyWhenPushedBytesAreNearlyRead() {
        cursor = new Cursor(link(), log, writer, Policy.CONFLATE, null, () -> {});
        credit = LogLayout.MIN_CAPACITY / 4;
        commit(1_000);
        cursor.push(writer.position());
        credit *= 2;
        cursor.runCycle(false);
        assertEquals(0, jumpedTo, "a quarter of a log is unread");
        consumed = pushed - FRAME;
        cursor.runCycle(false);
        assertEquals(999 * FRAME, jumpedTo);
    }

    @Test
    void restOfTheNewestMessageIsPushedWithoutAJump() {
        cursor = new Cursor(link(), log, writer, Policy.CONFLATE, null, () -> {});
        writer.claim(writer.maxPayloadLength());
        writer.commit();
        credit = FRAME;
        cursor.push(writer.position());
        credit = Long.MAX_VALUE;
        cursor.runCycle(false);
        assertEquals(0, jumpedTo);
        assertEquals(writer.position(), pushed);
    }

    @Test
    void transientDeviceRefusalIsNotLackOfCredit() {
        cursor = new Cursor(link(), log, writer, Policy.CONFLATE, null, () -> {});
        refusing = true;
        commit(50);
        cursor.push(writer.position());
        refusing = false;
        cursor.runCycle(false);
        assertEquals(50 * FRAME, pushed);
        assertEquals(0, jumpedTo);
    }

    @Test
    void pusherPushesTheLagWithoutAFlush() {
        commit(3);
        assertTrue(cursor.pushLag());
        assertEquals(3 * FRAME, pushed);
        assertFalse(cursor.pushLag());
        assertEquals(0, polls, "no completion is due");
    }

    @Test
    void pusherReceivesCreditAsSoonAsItReturns() {
        credit = FRAME;
        commit(2);
        assertTrue(cursor.pushLag());
        assertFalse(cursor.pushLag());
        assertEquals(1, polls);
        credit = 2 * FRAME;
        assertTrue(cursor.pushLag());
        assertEquals(2 * FRAME, pushed);
    }

    /** Unfinished writes hold the horizon: completions are received at the latest after a sixteenth of the log. */
    @Test
    void pusherReceivesCompletionsOncePerSixteenth() {
        final int perChunk = LogLayout.MIN_CAPACITY / LogLayout.CHUNKS / FRAME;
        for (int i = 0; i < 4 * perChunk; i++) {
            commit();
            assertTrue(cursor.pushLag());
        }
        assertEquals(3, polls);
    }

    @Test
    void pusherLeavesAnEndedOrRetiredCursorAlone() {
        commit();
        ended = "device failure";
        assertFalse(cursor.pushLag());
        ended = null;
        assertTrue(cursor.tryRetire());
        assertFalse(cursor.pushLag());
        assertEquals(0, pushed);
    }

    /** Else a reader without credit, of which a pusher tries to push the lag all the time, would refuse claims. */
    @Test
    void pusherLeavesALappedCursorToTheConductor() {
        cursor = new Cursor(link(), log, writer, Policy.EVICT, null, () -> {});
        credit = 0;
        whilePushing = () -> assertEquals(0, cursor.lowest(), "announced");
        commit();
        cursor.pushLag();
        whilePushing = () -> {
            throw new AssertionError("a lapped cursor is not pushed");
        };
        commit(LogLayout.MIN_CAPACITY / FRAME);
        assertFalse(cursor.pushLag());
        assertFalse(cursor.isLapped());
        assertEquals(Long.MAX_VALUE, cursor.lowest());
        cursor.runCycle(false);
        assertTrue(cursor.isLapped());
        assertEquals(Long.MAX_VALUE, cursor.lowest());
    }

    @Test
    void exceptionInAPushLeavesTheCursorToOthers() {
        whilePushing = () -> {
            throw new IllegalStateException("a defect");
        };
        commit();
        assertThrows(IllegalStateException.class, cursor::pushLag);
        whilePushing = () -> {};
        assertEquals(Long.MAX_VALUE, cursor.lowest());
        cursor.runCycle(true);
        assertEquals(FRAME, pushed);
        assertEquals(1, heartbeats);
    }

    @Test
    void policyDoesNotChangeDuringAPush() {
        whilePushing = () -> assertFalse(cursor.tryChange(Policy.SKIP));
        commit();
        assertTrue(cursor.pushLag());
        assertTrue(cursor.tryChange(Policy.SKIP));
    }

    @Test
    void conductorSendsHeartbeatsWhileAPusherWaitsForCredit() throws InterruptedException {
        credit = 0;
        commit();
        cursor.share();
        final Thread pusher = Thread.ofPlatform().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                cursor.pushLag();
            }
        });
        while (heartbeats < 100) {
            cursor.runCycle(true);
        }
        pusher.interrupt();
        pusher.join();
    }

    private void commit(final int count) {
        for (int i = 0; i < count; i++) {
            commit();
        }
    }
}
