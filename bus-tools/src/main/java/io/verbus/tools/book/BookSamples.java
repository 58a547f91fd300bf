package io.verbus.tools.book;

import io.verbus.BusException;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.PriceBooks;
import io.verbus.tools.Texts;
import io.verbus.tools.export.ColumnType;
import io.verbus.tools.export.RowWriter;
import io.verbus.tools.export.TableColumn;
import io.verbus.tools.export.TableFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The file of samples: a row for each instrument and instant, with the best price levels. Used by one thread. */
final class BookSamples implements AutoCloseable {
    private static final int NARROW = 18;
    private static final int MAX_EXPONENT = 18;

    private final Path out;
    private final long intervalNs;
    private final int levels;
    private final List<String> symbols;
    /** Selected symbols that had no row. */
    private final Set<String> absent;
    private final TableFile file;
    private final RowWriter row;
    private final Decimals prices = new Decimals();
    private final Decimals quantities = new Decimals();
    private BusException failure;
    private long rows;

    /** The decimals of some columns, and the digits that they need. */
    private final class Decimals {
        private int scale;
        private int digits;

        void put(final long value, final int exponent) {
            final int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.abs(value));
            scale = Math.max(scale, -exponent);
            digits = Math.max(digits, exponent + 1 + (bits * 1_233 >> 12)); // log10(2) is 1,233 / 4,096, rounded up
            row.putDecimal(value, exponent);
        }

        boolean areWide() {
            return digits + scale > NARROW;
        }
    }

    /**
     * Creates the file.
     *
     * @param out name of the complete file
     * @param intervalNs between two instants
     * @param levels on each side
     * @param symbols of the instruments; empty for all
     */
    BookSamples(final Path out, final long intervalNs, final int levels, final List<String> symbols) {
        this.out = out;
        this.intervalNs = intervalNs;
        this.levels = levels;
        this.symbols = List.copyOf(symbols);
        absent = new LinkedHashSet<>(symbols);
        file = new TableFile(out, columns());
        row = file.rows();
    }

    private List<TableColumn> columns() {
        final List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.of("bus_session", ColumnType.TEXT),
                TableColumn.of("time", ColumnType.TIMESTAMP), TableColumn.of("symbol", ColumnType.TEXT),
                TableColumn.of("suspect", ColumnType.UINT8)));
        for (int level = 1; level <= levels; level++) {
            for (final String side : new String[]{"bid", "ask"}) {
                columns.add(TableColumn.decimal(side + "_price_" + level, prices.scale));
                columns.add(TableColumn.decimal(side + "_quantity_" + level, quantities.scale));
            }
        }
        return columns;
    }

    long intervalNs() {
        return intervalNs;
    }

    /** Whether samples of a symbol are wanted. */
    boolean isSelected(final String symbol) {
        return symbols.isEmpty() || symbols.contains(symbol);
    }

    /**
     * Writes a row.
     *
     * @param session of the stream, as text
     * @param timeNs the instant
     * @param symbol of the instrument
     * @param isSuspect whether the book may be wrong
     * @param book of the instrument
     * @param instrument its id
     * @param names has its exponents
     * @throws BusException if the file cannot be written
     */
    void write(final String session, final long timeNs, final String symbol, final boolean isSuspect,
            final PriceBooks book, final int instrument, final Instruments names) {
        final int price = names.priceExponent(instrument);
        final int quantity = names.quantityExponent(instrument);
        final boolean areDecimals = Math.abs(price) <= MAX_EXPONENT && Math.abs(quantity) <= MAX_EXPONENT;
        try {
            row.putText(session);
            row.putLong(timeNs);
            row.putText(symbol);
            row.putLong(isSuspect || !areDecimals ? 1 : 0);
            for (int depth = 0; depth < levels; depth++) {
                for (int side = BookSide.BUY; side <= BookSide.SELL; side++) {
                    if (areDecimals && depth < book.levels(instrument, side)) {
                        prices.put(book.price(instrument, side, depth), price);
                        quantities.put(book.shares(instrument, side, depth), quantity);
                    } else {
                        row.putNull();
                        row.putNull();
                    }
                }
            }
            row.endRow();
        } catch (final BusException e) {
            failure = e;
            throw e;
        }
        absent.remove(symbol);
        rows++;
    }

    /** The requested samples that the file lacks, as reasons. */
    List<String> missing() {
        if (rows == 0) {
            return List.of("there are no samples: no instant passed at which a selected instrument had a book");
        }
        return absent.isEmpty() ? List.of() : List.of("there are no samples of " + String.join(", ", absent));
    }

    /**
     * Completes the file. Returns a line about it.
     *
     * @throws BusException if it could not be written
     */
    String complete() {
        if (failure != null) {
            throw failure;
        }
        file.complete(columns(), prices.areWide() || quantities.areWide());
        return Texts.count(rows, "sample") + " in " + out;
    }

    @Override
    public void close() {
        file.close();
    }
}
