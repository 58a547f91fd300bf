package io.verbus.internal.journal;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** File name of a segment: session (16 hex digits), dash, first sequence (19 digits), {@code .segment}. */
public final class SegmentName {
    private static final int SESSION_LENGTH = 16;
    private static final int RADIX = 10;
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{16}-[0-8][0-9]{18}\\.segment");
    private static final String DAMAGED = ".damaged";
    private static final Pattern DAMAGED_FORM = Pattern.compile(FORM.pattern() + "\\.damaged(-[0-9]+)?");

    private SegmentName() {
    }

    /**
     * The path of a segment.
     *
     * @param directory of the journal
     * @param session of the segment
     * @param first sequence in it
     * @return its path
     */
    public static Path of(final Path directory, final long session, final long first) {
        return directory.resolve(HexFormat.of().toHexDigits(session) + String.format("-%019d.segment", first));
    }

    /**
     * Whether a file has the name of a segment.
     *
     * @param path of any file
     * @return whether it may be a segment
     */
    public static boolean matches(final Path path) {
        return FORM.matcher(path.getFileName().toString()).matches();
    }

    /**
     * Whether a file has the name of a segment that a recorder has set aside.
     *
     * @param path of any file
     * @return whether it has the suffix of {@link #setAside}
     */
    static boolean isSetAside(final Path path) {
        return DAMAGED_FORM.matcher(path.getFileName().toString()).matches();
    }

    /** An unused name for a segment that cannot be read. */
    static Path setAside(final Path segment) {
        Path aside = segment.resolveSibling(segment.getFileName() + DAMAGED);
        for (int i = 2; Files.exists(aside, LinkOption.NOFOLLOW_LINKS); i++) {
            aside = segment.resolveSibling(segment.getFileName() + DAMAGED + "-" + i);
        }
        return aside;
    }

    /**
     * The session in the name of a segment.
     *
     * @param path of a file that {@link #matches}, or that was set aside
     * @return id of the session
     */
    public static long session(final Path path) {
        return HexFormat.fromHexDigitsToLong(path.getFileName().toString(), 0, SESSION_LENGTH);
    }

    /**
     * The first sequence in the name of a segment.
     *
     * @param path of a file that {@link #matches}
     * @return the sequence
     */
    public static long first(final Path path) {
        final String name = path.getFileName().toString();
        return Long.parseLong(name, SESSION_LENGTH + 1, name.indexOf('.'), RADIX);
    }
}
