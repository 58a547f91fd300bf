package io.verbus.os;

import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Names of files in the making: a dot, the id of the process that makes them (16 hex digits), a dot, and the name that
 * they will have. So whoever looks passes them over, and who cleans up knows whether their maker lives.
 */
public final class Unfinished {
    private static final int ID_LENGTH = 2 * Long.BYTES;

    private Unfinished() {
    }

    /**
     * The name of a file in the making.
     *
     * @param path that it will have
     * @param process that makes it
     * @return path that it has until then
     */
    public static Path of(final Path path, final long process) {
        return path.resolveSibling("." + HexFormat.of().toHexDigits(process) + "." + path.getFileName());
    }

    /**
     * Who makes a file.
     *
     * @param path of any file
     * @return id of the process, or 0 if this is not the name of a file in the making
     */
    public static long maker(final Path path) {
        final String name = path.getFileName().toString();
        if (name.length() <= ID_LENGTH + 2 || name.charAt(0) != '.' || name.charAt(ID_LENGTH + 1) != '.'
                || !name.substring(1, ID_LENGTH + 1).chars().allMatch(HexFormat::isHexDigit)) {
            return 0;
        }
        return HexFormat.fromHexDigitsToLong(name, 1, ID_LENGTH + 1);
    }
}
