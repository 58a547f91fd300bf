package io.verbus.latency.jobs;

import io.verbus.BusException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms as text, to go from one process to another on a line. */
public final class Histograms {
    private Histograms() {
    }

    /**
     * Writes a histogram.
     *
     * @param histogram of anything
     * @return text without blanks
     */
    public static String text(final Histogram histogram) {
        final ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        final int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /**
     * Reads a histogram.
     *
     * @param text as written by {@link #text}
     * @return the histogram
     * @throws BusException if it is none
     */
    public static Histogram parse(final String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)), 1);
        } catch (final DataFormatException | RuntimeException e) {
            throw new BusException("this is no histogram: " + text, e);
        }
    }
}
