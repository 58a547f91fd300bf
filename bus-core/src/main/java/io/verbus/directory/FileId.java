package io.verbus.directory;

import java.util.HexFormat;

/** Ids in the names of files: 16 hex digits. */
final class FileId {
    private FileId() {
    }

    static String of(final long id) {
        return HexFormat.of().toHexDigits(id);
    }

    /** The id in a name, or 0, which is nobody's, when the name is not one of ours. */
    static long parse(final String name) {
        try {
            return name.length() == Long.BYTES * 2 ? Long.parseUnsignedLong(name, 16) : 0;
        } catch (final NumberFormatException e) {
            return 0;
        }
    }
}
