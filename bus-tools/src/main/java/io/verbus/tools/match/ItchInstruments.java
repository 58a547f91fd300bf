package io.verbus.tools.match;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.BusException;
import io.verbus.marketdata.book.InstrumentMessage;
import io.verbus.marketdata.itch.ItchFiles;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.itch.ItchType;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.matching.script.InstrumentFile;
import io.verbus.matching.script.ListedInstrument;
import io.verbus.matching.script.ScriptException;
import io.verbus.tools.trade.ItchOrders;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the stock directory of an ITCH 5.0 session, up to its first order, as instruments: their numbers are the stock
 * locates, the tick is 0.0001, the lot 1, as for {@code ./bus match --itch}.
 */
public final class ItchInstruments implements InstrumentFile {
    private static final int LONGEST = 256;
    private static final long TICK = 100;
    private static final int DECIMALS = 4;

    /** For any file. */
    public ItchInstruments() {
    }

    @Override
    public List<ListedInstrument> read(final long line, final String file) {
        try {
            final Path path = Path.of(file);
            ItchFiles.requireItch(path);
            final Map<Integer, ListedInstrument> found = read(path);
            if (found.isEmpty()) {
                throw new ScriptException(line, file + " has no stock directory before its first order");
            }
            return List.copyOf(found.values());
        } catch (final InvalidPathException | BusException e) {
            throw new ScriptException(line, e.getMessage());
        }
    }

    private static Map<Integer, ListedInstrument> read(final Path path) {
        final Map<Integer, ListedInstrument> found = new LinkedHashMap<>();
        try (BlockSource source = BlockSource.streamed(path)) {
            for (Block block = source.next(); block != null; block = source.next()) {
                if (!read(block, found)) {
                    return found;
                }
            }
        }
        return found;
    }

    /** Returns false after the first order. */
    private static boolean read(final Block block, final Map<Integer, ListedInstrument> found) {
        final ItchNormaliser normaliser = new ItchNormaliser(0);
        final UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
        final InstrumentMessage instrument = new InstrumentMessage();
        final DirectBuffer in = block.buffer();
        int at = 0;
        while (at < block.length()) {
            final int length = in.getShort(at, BIG_ENDIAN) & 0xFFFF;
            at += Block.FRAMING;
            if (length > 0 && ItchType.length(in.getByte(at)) == length) {
                if (ItchOrders.takes(in.getByte(at))) {
                    return false;
                }
                if (in.getByte(at) == 'R') {
                    normaliser.normalise(in, at, message, 0);
                    instrument.wrap(message, 0, ItchNormaliser.length(in, at));
                    final int number = (int) instrument.fields().instrumentId();
                    found.put(number, new ListedInstrument(number, instrument.symbol(), TICK, DECIMALS, 1, 0,
                            Long.MAX_VALUE));
                }
            }
            at += length;
        }
        return true;
    }
}
