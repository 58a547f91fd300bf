package io.verbus.journal.segment;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** What a segment's file is called: session (16 hex digits), dash, first sequence (19 digits), {@code .segment}. */
public final class SegmentName {
    private static final int SESSION_LENGTH = 16;
    private static final int RADIX = 10;
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{16}-[0-8][0-9]{18}\\.segment");

    private SegmentName() {
    }

    /**
     * The name of a segment's file.
     *
     * @param directory of the journal
     * @param session that it belongs to
     * @param first sequence in it
     * @return its path
     */
    public static Path of(final Path directory, final long session, final long first) {
        return directory.resolve(HexFormat.of().toHexDigits(session) + String.format("-%019d.segment", first));
    }

    /**
     * Whether a file is called as a segment is.
     *
     * @param path of any file
     * @return whether it may be one
     */
    public static boolean matches(final Path path) {
        return FORM.matcher(path.getFileName().toString()).matches();
    }

    /**
     * The session in a segment's name.
     *
     * @param path of a file whose name {@link #matches}
     * @return id of the session
     */
    public static long session(final Path path) {
        return HexFormat.fromHexDigitsToLong(path.getFileName().toString(), 0, SESSION_LENGTH);
    }

    /**
     * The first sequence in a segment's name.
     *
     * @param path of a file whose name {@link #matches}
     * @return the sequence
     */
    public static long first(final Path path) {
        final String name = path.getFileName().toString();
        return Long.parseLong(name, SESSION_LENGTH + 1, name.indexOf('.'), RADIX);
    }
}
