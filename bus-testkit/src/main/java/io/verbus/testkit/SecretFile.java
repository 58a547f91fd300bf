package io.verbus.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Files with secrets: only their owner may access them. */
public final class SecretFile {
    private SecretFile() {
    }

    /**
     * Writes a secret.
     *
     * @param file to write
     * @param secret its content
     * @return the file
     * @throws IOException if it cannot be written
     */
    public static Path write(final Path file, final String secret) throws IOException {
        Files.writeString(file, secret);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
