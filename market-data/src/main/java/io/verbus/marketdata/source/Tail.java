package io.verbus.marketdata.source;

import java.util.Locale;

/**
 * The end of a file.
 *
 * @param offset end of the last complete message, in bytes of the uncompressed file
 * @param bytesLeft number of bytes after it
 * @param gzipCut whether the file is gzip and ends before the gzip trailer
 */
public record Tail(long offset, int bytesLeft, boolean gzipCut) {
    /** {@return whether the file ends with a complete message, and gzip with its trailer} */
    public boolean isWhole() {
        return bytesLeft == 0 && !gzipCut;
    }

    /** {@return a description of the defect, without the file name} */
    public String sentence() {
        final String what = gzipCut
                ? String.format(Locale.ROOT, "the gzip stream ends without its trailer after %,d bytes",
                        offset + bytesLeft)
                : String.format(Locale.ROOT, "it ends in the middle of a message, after %,d bytes", offset + bytesLeft);
        return String.format(Locale.ROOT, "cut off: %s; the last whole message ends at byte %,d, %,d %s left over",
                what, offset, bytesLeft, bytesLeft == 1 ? "byte is" : "bytes are");
    }
}
