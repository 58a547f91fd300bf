package io.verbus.rdma.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bytes and receives, granted and used. */
@Tag("no-device")
class WriteCreditTest {
    private static final int CAPACITY = 1 << 16;

    private final WriteCredit credit = new WriteCredit(CAPACITY, 4, 64);

    @Test
    void initialCreditIsOneImageAndAllReceives() {
        assertEquals(64 + CAPACITY, credit.limit());
        assertEquals(4, credit.writesLeft());
        credit.pushed(96);
        assertEquals(64 + CAPACITY, credit.limit());
        assertEquals(3, credit.writesLeft());
    }

    @Test
    void consumptionRestoresCredit() {
        credit.pushed(96);
        assertNull(credit.take(96, 5));
        assertEquals(96, credit.consumed());
        assertEquals(96 + CAPACITY, credit.limit());
        assertEquals(4, credit.writesLeft());
    }

    @Test
    void positionBeyondPushedIsViolation() {
        credit.pushed(1024);
        assertNull(credit.take(512, 4));
        assertTrue(credit.take(1056, 4).contains("position 1056 as consumed, expected 512 to 1024"));
        assertNotNull(credit.take(513, 4), "not a frame boundary");
        assertEquals(512, credit.consumed());
    }

    @Test
    void lowerWordsAreOldAndGrantNothing() {
        credit.pushed(1024);
        assertNull(credit.take(512, 5));
        assertNull(credit.take(480, 4));
        assertNull(credit.take(Long.MIN_VALUE, Long.MIN_VALUE));
        assertEquals(512, credit.consumed());
        assertEquals(4, credit.writesLeft());
    }

    @Test
    void moreReceivesThanConsumedAreViolation() {
        credit.pushed(96);
        assertTrue(credit.take(64, 6).contains("6 posted receives, expected 4 to 5"));
        assertNull(credit.take(64, 5));
        assertTrue(credit.take(64, Long.MAX_VALUE).contains("posted receives, expected 5 to 5"));
    }

    @Test
    void unconfirmedJumpBlocksWrites() {
        credit.pushed(96);
        credit.jumped(10 * CAPACITY);
        assertTrue(credit.isJumping());
        assertEquals(10 * CAPACITY, credit.limit());
        assertNull(credit.take(96, 5));
        assertTrue(credit.isJumping());
        assertTrue(credit.take(128, 5).contains("position 128 as consumed"), "a skipped position");
        assertNull(credit.take(10 * CAPACITY, 6));
        assertEquals(11 * CAPACITY, credit.limit());
    }

    @Test
    void immediateIsWidenedWhereItsBitsWrap() {
        final long wrap = 1L << 37;
        for (final long from : new long[]{0, 32, wrap - 64, wrap - 32, wrap, 5 * wrap - 32, 1L << 60}) {
            for (final long length : new long[]{0, 32, 64, 96, 1 << 30}) {
                assertEquals(length, Immediate.ahead(Immediate.of(from + length), from), from + " + " + length);
            }
            assertEquals(wrap - 32, Immediate.ahead(Immediate.of(from + wrap - 32), from), "back by one unit");
        }
    }
}
