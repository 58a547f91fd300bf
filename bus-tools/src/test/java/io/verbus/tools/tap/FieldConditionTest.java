package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldConditionTest {
    private static final Schema SCHEMA = Quotes.schema();
    private static final FieldPaths FIELDS = new FieldPaths(List.of(SCHEMA));

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "template=Quote | true", "template!=Quote | false",
            "id=18446744073709551615 | true", "id>=18446744073709551615 | true", "id>18446744073709551615 | false",
            "bid=101.5 | true", "bid = 101.500 | true", "bid<101.51 | true", "bid!=101.5 | false", "bid>=101.6 | false",
            "side=BUY | true", "side=SELL | false", "side!=SELL | true", "always=SELL | true",
            "depth=null | true", "depth!=null | false", "depth=7 | false", "depth!=7 | true", "depth<7 | false",
            "flags=FIRM | true", "flags=CLOSING | true", "flags!=FIRM | false", "weights=-2 | true",
            "weights=4 | false",
            "venue=XNAS | true", "grade=z | true", "key=cafe0102 | true", "origin.clock.ticks>98 | true",
            "origin.from=null | true", "origin.clock.state=FIRM | false",
            "legs.symbol=AAPL | true", "legs.symbol=LONGER | true", "legs.symbol=SHORT | false",
            "legs.price>123 | true", "legs.price=null | true", "legs.fees.amount<-7 | true",
            "legs.fees.amount<-8 | false", "comment='null' | false", "comment=null | true", "blob=0102ff | true"})
    void messageMeetsCondition(final String condition, final boolean isMet) {
        final byte[] bytes = Quotes.whole();
        final MessageContent decoded = new MessageDecoder(List.of(SCHEMA)).decode(new UnsafeBuffer(bytes), 0,
                bytes.length);
        assertEquals(isMet, FieldCondition.of(condition, FIELDS).isMetBy((MessageContent.Typed) decoded));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "sid=BUY | no message has a field sid, the nearest is bid",
            "legs.symbl=A | no message has a field legs.symbl, the nearest is legs.symbol",
            "legs=A | no message has a field legs, the nearest is flags",
            "side=BY | side is never BY, the nearest is BUY",
            "template=Quotes | template is never Quotes, the nearest is Quote",
            "flags=OPEN | flags is never OPEN, the nearest is FIRM",
            "bid=x | bid is a number",
            "side<BUY | side is not a number: use = or !=",
            "venue>A | venue is not a number: use = or !=",
            "side | give FIELD=VALUE, or with !=, <, >, <= or >=",
            "=BUY | give FIELD=VALUE, or with !=, <, >, <= or >="})
    void wrongConditionIsRefused(final String condition, final String reason) {
        assertEquals("invalid value for option '--where': '" + condition + "': " + reason,
                assertThrows(BusException.class, () -> FieldCondition.of(condition, FIELDS)).getMessage());
    }
}
