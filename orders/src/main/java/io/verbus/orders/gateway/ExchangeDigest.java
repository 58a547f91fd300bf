package io.verbus.orders.gateway;

import io.verbus.BusException;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.ListedInstrument;
import io.verbus.matching.script.ListedSeat;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of all that the state of the market follows from, besides its entries. */
final class ExchangeDigest {
    private ExchangeDigest() {
    }

    /** Secrets, the order of keys, comments and over-rate do not count: nothing follows from them. */
    static byte[] of(final ExchangeFile exchange, final int listedOrders) {
        final StringBuilder text = new StringBuilder().append(listedOrders).append('\n');
        for (final ListedInstrument one : exchange.instruments()) {
            text.append(one.number()).append(' ').append(one.symbol()).append(' ').append(one.tick()).append(' ')
                    .append(one.lot()).append(' ').append(one.reference()).append('\n');
        }
        final DisconnectRules rules = DisconnectRules.of(exchange);
        for (final ListedSeat one : exchange.seats()) {
            text.append(one.number()).append(' ').append(one.name()).append(' ').append(one.isOperator()).append(' ')
                    .append(rules.cancels(one.number())).append('\n');
        }
        SettingControls.of(exchange).forEach(control -> text.append(control).append('\n'));
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (final NoSuchAlgorithmException e) {
            throw new BusException("cannot compute SHA-256", e);
        }
    }
}
