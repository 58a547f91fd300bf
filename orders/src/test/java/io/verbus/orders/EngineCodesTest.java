package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.codec.orders.CancelCode;
import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.RejectCode;
import io.verbus.codec.orders.RequestCode;
import io.verbus.codec.orders.SelfTradeCode;
import io.verbus.matching.CancelReason;
import io.verbus.matching.Limit;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.RequestKind;
import io.verbus.matching.SelfTrade;
import io.verbus.matching.Terms;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The codes of the messages and the values of the engine are the same, by name. */
class EngineCodesTest {
    /** Values that generated enumerations have beside the codes. */
    private static final Set<String> GENERATED = Set.of("NULL_VAL", "SBE_UNKNOWN");

    static Stream<Arguments> enumerations() {
        return Stream.of(Arguments.of(CancelReason.values(), CancelCode.values()),
                Arguments.of(RefusalCode.values(), RejectCode.values()),
                Arguments.of(RequestKind.values(), RequestCode.values()),
                Arguments.of(SelfTrade.values(), SelfTradeCode.values()),
                Arguments.of(Limit.values(), LimitCode.values()));
    }

    @ParameterizedTest
    @MethodSource("enumerations")
    void everyValueOfTheEngineHasACode(final Enum<?>[] values, final Enum<?>[] codes) {
        assertEquals(names(values), names(codes).stream().filter(name -> !GENERATED.contains(name)).toList());
    }

    @Test
    void everyTermOfTheEngineHasACode() {
        assertEquals(Set.of(Terms.BUY, Terms.SELL), Set.of(EngineRunner.side(OrderSide.BUY),
                EngineRunner.side(OrderSide.SELL)));
        assertEquals(Set.of(Terms.DAY, Terms.GTC, Terms.IOC, Terms.FOK), Set.of(
                EngineRunner.duration(OrderDuration.DAY), EngineRunner.duration(OrderDuration.GTC),
                EngineRunner.duration(OrderDuration.IOC), EngineRunner.duration(OrderDuration.FOK)));
    }

    private static List<String> names(final Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }
}
