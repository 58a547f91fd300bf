package io.verbus.internal.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Session;
import org.junit.jupiter.api.Test;

/** Messages of several frames at both ends of a missing range. */
class MissingRangeTest {
    private static final Session SESSION = new Session("s", 1, "publisher", 1, 0, "build");

    private final MissingRange missing = new MissingRange(new Gap(SESSION, 10, 20, 0, GapCause.LAPPED, "a cause"));

    @Test
    void partialLastMessageOfLostSessionIsMissingWhole() {
        missing.advance(19);
        assertFalse(missing.fits(19, 3), "later messages are delivered live");
        missing.allowPartialEnd();
        assertTrue(missing.fits(19, 3));
        missing.advance(22);
        assertTrue(missing.isOver());
        assertEquals(21, missing.last());
    }

    @Test
    void rangeMayStartInsideMessage() {
        assertFalse(missing.fits(8, 4), "a part of it was delivered");
        missing.allowPartialStart();
        assertTrue(missing.fits(8, 4));
        missing.advance(12);
        assertEquals(12, missing.next());
    }
}
