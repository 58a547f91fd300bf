package io.verbus.internal.os;

import io.verbus.Build;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Texts and checksums in the headers of shared-memory files. */
public final class HeaderFields {
    private static final Pattern CONTROLS = Pattern.compile("\\p{IsControl}");

    private HeaderFields() {
    }

    /**
     * Writes a text as its length (4 bytes) and UTF-8.
     *
     * @param target to write into
     * @param offset of the length
     * @param text is cut if it is too long
     * @param maxLength of the UTF-8 in bytes
     */
    public static void putText(final MutableDirectBuffer target, final int offset, final String text,
            final int maxLength) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        final int length = Math.min(bytes.length, maxLength);
        target.putInt(offset, length);
        target.putBytes(offset + Integer.BYTES, bytes, 0, length);
    }

    /**
     * Reads a text with arbitrary contents.
     *
     * @param source to read
     * @param offset of the length
     * @param maxLength of the UTF-8 in bytes; a length out of range is clamped
     * @return the text, printable
     */
    public static String text(final DirectBuffer source, final int offset, final int maxLength) {
        final byte[] bytes = new byte[Math.clamp(source.getInt(offset), 0, maxLength)];
        source.getBytes(offset + Integer.BYTES, bytes);
        return legible(bytes);
    }

    /**
     * Decodes arbitrary bytes for output on a terminal, which would interpret control characters.
     *
     * @param bytes in UTF-8, possibly invalid
     * @return the text, with {@code ?} for each control character
     */
    public static String legible(final byte... bytes) {
        return CONTROLS.matcher(new String(bytes, StandardCharsets.UTF_8)).replaceAll("?");
    }

    /**
     * The refusal of a file whose layout this release does not read.
     *
     * @param file of another release; its magic and the place of its version are those of all layouts
     * @param name of the layout
     * @param found version of the layout of the file
     * @param read version that this release reads
     * @param origin of the file, such as {@code ", written by Verbus 0.2.0 (1a2b3c4)"}; empty if it does not contain it
     * @param remedy for the user
     * @return one sentence with both versions
     */
    public static String otherLayout(final Path file, final String name, final long found, final long read,
            final String origin, final String remedy) {
        return file + " has " + name + " layout " + found + origin + ", and Verbus " + Build.description()
                + " reads layout " + read + ": " + remedy;
    }

    /**
     * As above, of a file in a bus directory.
     *
     * @param file of another release
     * @param name of the layout
     * @param found version of the layout of the file
     * @param read version that this release reads
     * @param origin of the file, or empty
     * @return one sentence with both versions
     */
    public static String otherLayout(final Path file, final String name, final long found, final long read,
            final String origin) {
        return otherLayout(file, name, found, read, origin, "run the same release in all processes of the bus"
                + " directory; when the process of the file has ended, remove it");
    }

    /**
     * The CRC-32C of a header.
     *
     * @param source to read
     * @param length number of bytes from the beginning
     * @return the checksum
     */
    public static int checksum(final DirectBuffer source, final int length) {
        final byte[] bytes = new byte[length];
        source.getBytes(0, bytes);
        final CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
