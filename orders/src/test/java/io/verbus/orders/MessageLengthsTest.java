package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.codec.orders.EstablishedDecoder;
import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.NewOrderDecoder;
import io.verbus.codec.orders.SequencerBeginsDecoder;
import io.verbus.codec.orders.TerminatedDecoder;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MessageLengthsTest {
    @Test
    void everyTemplateHasALength() {
        assertEquals(List.of(), templates(template -> MessageLengths.blockLength(template) > 1_000));
        assertEquals(Integer.MAX_VALUE, MessageLengths.blockLength(0));
        assertEquals(Integer.MAX_VALUE, MessageLengths.blockLength(-1));
        assertEquals(Integer.MAX_VALUE, MessageLengths.blockLength(MessageLengths.MAX_TEMPLATE + 1));
    }

    @Test
    void directionsAreThoseOfTheSchema() {
        assertEquals(List.of(1, 5, 6, 9, 10, 11, 12, 13, 14, 32, 34), templates(MessageLengths::isOfSeat));
        assertEquals(List.of(9, 10, 11, 12, 13, 14, 32), templates(MessageLengths::isNumbered));
        assertEquals(List.of(15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 33), templates(MessageLengths::isReport));
    }

    /** Later versions have longer bodies: the lengths of those that grow are then to be written down. */
    @Test
    void lengthsAreThoseOfTheFirstVersion() {
        assertEquals(2, NewOrderDecoder.SCHEMA_VERSION);
        assertEquals(60, MessageLengths.blockLength(EstablishedDecoder.TEMPLATE_ID));
        assertEquals(36, MessageLengths.blockLength(SequencerBeginsDecoder.TEMPLATE_ID));
        assertEquals(32, MessageLengths.blockLength(TerminatedDecoder.TEMPLATE_ID));
        assertEquals(152, MessageLengths.blockLength(MarketStateDecoder.TEMPLATE_ID));
    }

    private static List<Integer> templates(final IntPredicate predicate) {
        return IntStream.rangeClosed(1, MessageLengths.MAX_TEMPLATE).filter(predicate).boxed().toList();
    }
}
