package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.peer.Gap;
import io.verbus.peer.Session;
import org.junit.jupiter.api.Test;

/** Messages of several frames at both ends of what is missing. */
class MissingTest {
    private static final Session SESSION = new Session("s", 1, "publisher", 1, 0, "build");

    private final Missing missing = new Missing(new Gap(SESSION, 10, 20, 0, "a cause"));

    @Test
    void aMessageThatALostSessionEndsInIsMissingAsAWhole() {
        missing.advance(19);
        assertFalse(missing.fits(19, 3), "what follows is delivered live");
        missing.nothingFollows();
        assertTrue(missing.fits(19, 3));
        missing.advance(22);
        assertTrue(missing.isOver());
        assertEquals(21, missing.last());
    }

    @Test
    void whoJoinsInTheMiddleOfAMessageDoesNotMissItsBeginning() {
        assertFalse(missing.fits(8, 4), "a part of it was delivered");
        missing.joins();
        assertTrue(missing.fits(8, 4));
        missing.advance(12);
        assertEquals(12, missing.next());
    }
}
