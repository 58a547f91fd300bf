package io.verbus.tools.match;

import io.verbus.matching.Engine;
import io.verbus.matching.Terms;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * The price levels of an engine in the format of {@code ./bus book --book-out}: lines locate,side,price,shares,orders,
 * sorted by locate, then side, then price as numbers, without a line feed at the end.
 */
final class BookLines {
    private final List<String> lines = new ArrayList<>();
    /** Lines of the side that is visited; a buy side is visited from its highest price. */
    private final List<String> side = new ArrayList<>();
    private int sideOfBook = -1;
    private int instrument = -1;
    private long price;
    private long shares;
    private long orders;
    private long allShares;

    private BookLines() {
    }

    static BookLines of(final Engine engine) {
        final BookLines lines = new BookLines();
        engine.visitOrders(
                (instrument, side, price, order, seat, id, open) -> lines.add(instrument, side, price, open));
        lines.endSide();
        return lines;
    }

    int levels() {
        return lines.size();
    }

    long shares() {
        return allShares;
    }

    String text() {
        return String.join("\n", lines);
    }

    String sha256() {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.US_ASCII)));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("the JDK has no SHA-256", e);
        }
    }

    private void add(final int newInstrument, final int newSide, final long newPrice, final long open) {
        if (newInstrument != instrument || newSide != sideOfBook) {
            endSide();
            instrument = newInstrument;
            sideOfBook = newSide;
        } else if (newPrice != price) {
            endLevel();
        }
        price = newPrice;
        shares += open;
        orders++;
        allShares += open;
    }

    private void endLevel() {
        if (orders > 0) {
            side.add(instrument + (sideOfBook == Terms.BUY ? ",B," : ",S,") + price + "," + shares + "," + orders);
        }
        shares = 0;
        orders = 0;
    }

    private void endSide() {
        endLevel();
        if (sideOfBook == Terms.BUY) {
            Collections.reverse(side);
        }
        lines.addAll(side);
        side.clear();
    }
}
