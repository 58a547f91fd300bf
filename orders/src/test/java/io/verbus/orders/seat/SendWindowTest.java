package io.verbus.orders.seat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SendWindowTest {
    private static final int CAPACITY = 64 << 10;
    private static final int LENGTH = 72;
    private static final int FRAME = 96;

    private final SendWindow window = new SendWindow(CAPACITY);

    @Test
    void requestsFillAtMostHalfOfTheLogAndHeartbeatsAQuarterMore() {
        long position = 1_000;
        while (window.hasRoom(position, LENGTH)) {
            window.sent(window.next(), position, 9, 0);
            position += FRAME;
        }
        assertTrue(position - 1_000 <= CAPACITY / 2 && position - 1_000 > CAPACITY / 2 - 2 * FRAME);
        while (window.hasRoomForHeartbeat(position, LENGTH)) {
            position += FRAME;
        }
        assertTrue(position - 1_000 <= CAPACITY / 4 * 3 && position - 1_000 > CAPACITY / 4 * 3 - 2 * FRAME);
    }

    @Test
    void takenRequestsMakeRoomForAsManyBytes() {
        for (int i = 0; i < 4; i++) {
            window.sent(window.next(), 8_000L * i, 9, 0);
        }
        assertFalse(window.hasRoom(CAPACITY / 2, LENGTH));

        window.taken(2);
        assertTrue(window.hasRoom(CAPACITY / 2, LENGTH));
        assertFalse(window.hasRoom(8_000 + CAPACITY / 2, LENGTH));
        window.taken(1); // does not go back
        assertEquals(2, window.first());
        window.taken(99); // not sent yet
        assertEquals(5, window.first());
        assertTrue(window.hasRoom(1_000_000, LENGTH));
    }

    @Test
    void numberOfRequestsIsBounded() {
        final SendWindow large = new SendWindow(1 << 30);
        int count = 0;
        while (large.hasRoom(0, LENGTH)) {
            large.sent(large.next(), 0, 9, count++);
        }
        assertEquals(1 << 16, count);
    }

    @Test
    void windowKnowsIdAndTypeOfItsRequests() {
        window.sent(1, 0, 9, 77);
        window.sent(2, 96, 12, 78);

        assertTrue(window.has(1) && window.has(2));
        assertFalse(window.has(3) || window.has(0) || window.has(-1));
        assertEquals(78, window.orderId(2));
        assertEquals(12, window.template(2));
    }

    @Test
    void numbersAreUsedAgainAfterARestart() {
        window.sent(1, 0, 9, 77);
        window.sent(2, 96, 9, 78);
        window.restart(2);
        assertEquals(2, window.next());
        window.sent(2, 192, 9, 79);

        assertEquals(79, window.orderId(2));
        assertEquals(2, window.first());
    }
}
