package io.verbus.internal.shm;

import java.util.HexFormat;

/** Ids in file names: 16 hex digits. */
final class FileId {
    private FileId() {
    }

    static String of(final long id) {
        return HexFormat.of().toHexDigits(id);
    }

    /** The id in a name; 0, which is never used, if the name is not an id. */
    static long parse(final String name) {
        try {
            return name.length() == Long.BYTES * 2 ? Long.parseUnsignedLong(name, 16) : 0;
        } catch (final NumberFormatException e) {
            return 0;
        }
    }
}
