package io.verbus.net.address;

import io.verbus.BusException;
import io.verbus.spi.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** A small file that only its owner may access. */
public final class PrivateFile {
    private static final int MAX_LENGTH = 4096;
    private static final Set<PosixFilePermission> OTHERS = EnumSet.complementOf(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE));

    private PrivateFile() {
    }

    /**
     * Checks that others have no access.
     *
     * @param kind of the file, for the error message
     * @param file to check
     * @throws BusException if there is no such file, or it is accessible to others
     */
    public static void check(final String kind, final Path file) {
        try {
            if (!Collections.disjoint(Files.getPosixFilePermissions(file), OTHERS)) {
                throw new BusException(kind + " " + file + " is accessible to others: chmod 600 " + file);
            }
        } catch (final NoSuchFileException e) {
            throw new BusException("there is no " + kind + " " + file, e);
        } catch (final IOException e) {
            throw new BusException("cannot read " + kind + " " + file + ": " + FileErrors.of(e), e);
        }
    }

    /**
     * Reads a file.
     *
     * @param kind of the file, for the error message
     * @param file to read
     * @return its bytes
     * @throws BusException if it can't be read, is too long, or is accessible to others
     */
    public static byte[] read(final String kind, final Path file) {
        check(kind, file);
        try {
            if (Files.size(file) > MAX_LENGTH) {
                throw new BusException(kind + " " + file + " is longer than " + MAX_LENGTH + " bytes: is it the right"
                        + " file?");
            }
            return Files.readAllBytes(file);
        } catch (final IOException e) {
            throw new BusException("cannot read " + kind + " " + file + ": " + FileErrors.of(e), e);
        }
    }
}
