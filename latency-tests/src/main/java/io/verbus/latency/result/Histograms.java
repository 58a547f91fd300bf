package io.verbus.latency.result;

import io.verbus.BusException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms as text: in results, and on lines between processes. */
public final class Histograms {
    private Histograms() {
    }

    /**
     * Writes a histogram.
     *
     * @param histogram to write
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
     * @throws BusException if the text is malformed
     */
    public static Histogram parse(final String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)), 1);
        } catch (final DataFormatException | RuntimeException e) {
            throw new BusException("invalid histogram of " + text.length() + " characters", e);
        }
    }
}
