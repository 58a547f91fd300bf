package io.verbus.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CreditTest {
    private final Credit credit = new Credit(1024, 64);

    @Test
    void imageHasRoomForItsCapacity() {
        assertEquals(1088, credit.limit());
        credit.pushed(1088);
        assertNull(credit.take(96));
        assertEquals(1120, credit.limit());
        assertEquals(96, credit.consumed());
    }

    @Test
    void positionsThatWereNotPushedViolateTheProtocol() {
        credit.pushed(128);
        assertNotNull(credit.take(160));
        assertNotNull(credit.take(32), "below the known one");
        assertNotNull(credit.take(100), "inside a frame");
        assertNull(credit.take(128));
    }

    @Test
    void nothingIsWrittenBeforeAJumpIsConfirmed() {
        credit.pushed(128);
        credit.jumped(4096);
        assertTrue(credit.isJumping());
        assertEquals(4096, credit.limit());
        assertNull(credit.take(128));
        assertTrue(credit.isJumping());
        assertNotNull(credit.take(512), "between both ends of the jump");
        assertNull(credit.take(4096));
        assertEquals(5120, credit.limit());
    }
}
