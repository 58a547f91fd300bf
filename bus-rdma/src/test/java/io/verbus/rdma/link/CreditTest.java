package io.verbus.rdma.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bytes and receives, granted and used. */
@Tag("no-device")
class CreditTest {
    private static final int CAPACITY = 1 << 16;

    private final Credit credit = new Credit(CAPACITY, 4, 64);

    @Test
    void thereIsRoomForOneImageAndSoManyWritesAtFirst() {
        assertEquals(64 + CAPACITY, credit.limit());
        assertEquals(4, credit.writesLeft());
        credit.pushed(96);
        assertEquals(64 + CAPACITY, credit.limit());
        assertEquals(3, credit.writesLeft());
    }

    @Test
    void whatIsConsumedIsRoomAgain() {
        credit.pushed(96);
        assertNull(credit.take(96, 5));
        assertEquals(96, credit.consumed());
        assertEquals(96 + CAPACITY, credit.limit());
        assertEquals(4, credit.writesLeft());
    }

    @Test
    void creditThatGoesBackOrBeyondWhatWasPushedIsALie() {
        credit.pushed(1024);
        assertNull(credit.take(512, 4));
        assertTrue(credit.take(480, 4).contains("consumed all below 480, where 512 to 1024 are possible"));
        assertTrue(credit.take(1056, 4).contains("consumed all below 1056"));
        assertTrue(credit.take(Long.MIN_VALUE, 4).contains("consumed"));
        assertNotNull(credit.take(513, 4), "no frame begins there");
        assertEquals(512, credit.consumed());
    }

    @Test
    void moreReceivesThanWereUsedUpAreALie() {
        credit.pushed(96);
        assertTrue(credit.take(64, 6).contains("6 receives, where 4 to 5 are possible"));
        assertNull(credit.take(64, 5));
        assertTrue(credit.take(64, 4).contains("4 receives, where 5 to 5 are possible"));
        assertTrue(credit.take(64, Long.MAX_VALUE).contains("receives"));
    }

    @Test
    void afterAJumpNothingIsWrittenBeforeItIsConfirmed() {
        credit.pushed(96);
        credit.jumped(10 * CAPACITY);
        assertTrue(credit.isJumping());
        assertEquals(10 * CAPACITY, credit.limit());
        assertNull(credit.take(96, 5));
        assertTrue(credit.isJumping());
        assertTrue(credit.take(128, 5).contains("consumed all below 128"), "a place that was jumped over");
        assertNull(credit.take(10 * CAPACITY, 6));
        assertEquals(11 * CAPACITY, credit.limit());
    }

    @Test
    void anImmediateIsWidenedWhereItsBitsWrap() {
        final long wrap = 1L << 37;
        for (final long from : new long[]{0, 32, wrap - 64, wrap - 32, wrap, 5 * wrap - 32, 1L << 60}) {
            for (final long length : new long[]{0, 32, 64, 96, 1 << 30}) {
                assertEquals(length, Immediate.ahead(Immediate.of(from + length), from), from + " + " + length);
            }
            assertEquals(wrap - 32, Immediate.ahead(Immediate.of(from + wrap - 32), from), "back by one unit");
        }
    }
}
