package io.verbus.tools.match;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.BusException;
import io.verbus.marketdata.feed.Feed;
import io.verbus.marketdata.itch.ItchFiles;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.itch.ItchType;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.marketdata.source.Tail;
import io.verbus.matching.Engine;
import io.verbus.tools.Texts;
import io.verbus.tools.trade.ItchOrders;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Runs the messages of an ITCH file that are about orders through an engine, and prints a summary. */
final class ItchRun {
    private static final int LONGEST = 256;

    private final Path file;
    private final Path bookOut;
    private final PrintWriter out;
    private final PrintWriter err;
    private final ItchNormaliser normaliser = new ItchNormaliser(0);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
    private final ItchOrderFlow flow = new ItchOrderFlow();
    private long messages;
    private long unknown;
    private long wrongLength;
    private String firstWrongLength;
    private long firstEmptyAt = -1;

    ItchRun(final Path file, final Path bookOut, final PrintWriter out, final PrintWriter err) {
        this.file = file;
        this.bookOut = bookOut;
        this.out = out;
        this.err = err;
    }

    /** Returns whether the file is whole; if not, the defects are printed after the summary. */
    boolean run() {
        ItchFiles.requireItch(file);
        final long beginNs = System.nanoTime();
        final Tail tail;
        try (BlockSource source = BlockSource.streamed(file)) {
            for (Block block = source.next(); block != null; block = source.next()) {
                take(block);
            }
            tail = source.tail();
        }
        final double seconds = (System.nanoTime() - beginNs) / 1e9;
        final BookLines lines = BookLines.of(flow.engine());
        writeBook(lines);
        print(lines, seconds);
        flow.check();
        return isWhole(tail);
    }

    /** By the rules of {@code ./bus feed}: messages of unknown types are not defects. */
    private boolean isWhole(final Tail tail) {
        if (firstWrongLength != null) {
            err.println("bus: " + file + ": " + firstWrongLength);
        }
        final boolean endsEarly = firstEmptyAt >= 0 && firstEmptyAt != tail.offset();
        if (endsEarly) {
            err.printf(Locale.ROOT, "bus: %s: the empty message before byte %,d, which ends a session, is not the last"
                    + " one%n", file, firstEmptyAt);
        }
        if (!tail.isWhole()) {
            err.println("bus: " + file + " is " + tail.sentence());
        }
        return firstWrongLength == null && !endsEarly && tail.isWhole();
    }

    private void take(final Block block) {
        final DirectBuffer in = block.buffer();
        int at = 0;
        while (at < block.length()) {
            final int length = in.getShort(at, BIG_ENDIAN) & 0xFFFF;
            at += Block.FRAMING;
            if (length > 0) {
                take(in, at, length, block.offset() + at);
            } else if (firstEmptyAt < 0) {
                firstEmptyAt = block.offset() + at;
            }
            at += length;
        }
    }

    private void take(final DirectBuffer in, final int at, final int length, final long fileOffset) {
        final byte code = in.getByte(at);
        if (ItchType.length(code) != length) {
            if (length > Feed.LONGEST_PLAUSIBLE) {
                throw new BusException(String.format(Locale.ROOT, "%s is damaged: at byte %,d it has a message of %,d"
                        + " bytes, so the framing is lost", file, fileOffset, length));
            }
            skip(code, length, fileOffset);
            return;
        }
        messages++;
        if (ItchOrders.takes(code)) {
            normaliser.normalise(in, at, message, 0);
            flow.take(message, normaliser.timeNs(in, at));
        }
    }

    private void skip(final byte code, final int length, final long fileOffset) {
        final int expected = ItchType.length(code);
        if (expected == ItchType.UNKNOWN) {
            unknown++;
            return;
        }
        wrongLength++;
        if (firstWrongLength == null) {
            firstWrongLength = String.format(Locale.ROOT,
                    "the message of type %c at byte %,d is %d bytes long, not %d as in the specification: skipped",
                    (char) code, fileOffset, length, expected);
        }
    }

    private void writeBook(final BookLines lines) {
        if (bookOut == null) {
            return;
        }
        try {
            Files.writeString(bookOut, lines.text(), StandardCharsets.US_ASCII);
        } catch (final IOException e) {
            throw new BusException("--book-out " + bookOut + " cannot be written: " + e.getMessage(), e);
        }
    }

    private void print(final BookLines lines, final double seconds) {
        final Engine engine = flow.engine();
        out.println(Texts.count(messages, "message") + ", of which " + Texts.count(flow.orderMessages(), "message")
                + " about orders" + skipped(unknown, "unknown message") + skipped(wrongLength, "malformed message"));
        out.println(Texts.count(engine.inputs(), "input") + ", " + Texts.count(flow.executions(), "execution") + " for "
                + Texts.count(flow.executedShares(), "share") + ", " + Texts.count(flow.withoutEquivalent(),
                        "execution")
                + " at another price (C) without an equivalent");
        out.println(Texts.count(engine.restingOrders(), "resting order") + ", "
                + Texts.count(lines.levels(), "price level") + ", " + Texts.count(lines.shares(), "share") + ", sha256 "
                + lines.sha256());
        out.printf(Locale.ROOT, "%,.0f orders per second (%,d in %.3f s, decoding included)%n",
                engine.inputs() / seconds, engine.inputs(), seconds);
    }

    private static String skipped(final long count, final String what) {
        return count == 0 ? "" : "; " + Texts.count(count, what) + " skipped";
    }
}
