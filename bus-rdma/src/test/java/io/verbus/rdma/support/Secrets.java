package io.verbus.rdma.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A secret for addresses at which subscriptions without a permitted name may block. */
public final class Secrets {
    /** Setting of an address. */
    public static final String PARAMETER = "secret-file=" + file();

    private Secrets() {
    }

    private static Path file() {
        try {
            final Path file = Files.createTempFile("verbus-secret-", "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            file.toFile().deleteOnExit();
            return Files.writeString(file, "a secret of the tests of this process");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
