package io.verbus.orders.seat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReportNumbersTest {
    private final ReportNumbers reports = new ReportNumbers(5);

    @Test
    void lowerNumbersAreDuplicates() {
        assertTrue(reports.isDuplicate(4));
        assertFalse(reports.isDuplicate(5));
        assertFalse(reports.isDuplicate(6));
        assertEquals(1, reports.duplicates());
    }

    @Test
    void higherNumberIsHeldUntilAPollHasReadTheOtherSessions() {
        assertFalse(reports.isNext(7));
        reports.polled(false);
        assertFalse(reports.isNext(7));
        assertTrue(reports.isNext(5)); // from the other session
        reports.take();
        reports.polled(false);
        assertFalse(reports.isNext(7));
        reports.polled(true);
        assertTrue(reports.isNext(7));
        assertEquals(7, reports.next());
    }

    @Test
    void drainedPollWithoutAHeldReportAcceptsNoGapLater() {
        reports.polled(true);
        assertFalse(reports.isNext(6));
        assertEquals(5, reports.next());
    }

    @Test
    void oneGapIsAcceptedAtATime() {
        assertFalse(reports.isNext(7));
        reports.polled(true);
        assertTrue(reports.isNext(7));
        reports.take();
        assertFalse(reports.isNext(10));
    }
}
