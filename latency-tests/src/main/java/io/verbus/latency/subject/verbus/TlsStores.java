package io.verbus.latency.subject.verbus;

import io.verbus.BusException;
import io.verbus.latency.subject.Place;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Stores of TLS for both processes of a subject, which prove themselves by the same key; made by keytool. */
final class TlsStores {
    private static final String FOLDER = "stores";
    private static final String KEYS = "keys.p12";
    private static final String TRUSTED = "trusted.p12";
    private static final String PASSWORD_FILE = "password";
    private static final String PASSWORD = "password of a measurement";

    private TlsStores() {
    }

    /**
     * Makes the stores, unless the other process has made them.
     *
     * @param place in its directory
     * @return parameters of addresses
     * @throws BusException if they cannot be made
     */
    static String parameters(final Place place) {
        final Path folder = place.directory().resolve(FOLDER);
        try {
            if (!Files.exists(folder)) {
                final Path made = make(place);
                try {
                    Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
                } catch (final FileSystemException e) {
                    if (!Files.exists(folder)) { // else the other process was first
                        throw e;
                    }
                }
            }
        } catch (final IOException e) {
            throw new BusException("cannot make the keys of TLS in " + place.directory() + ": " + e.getMessage(), e);
        }
        return "key-store=" + folder.resolve(KEYS) + "&trust-store=" + folder.resolve(TRUSTED) + "&store-password="
                + folder.resolve(PASSWORD_FILE);
    }

    private static Path make(final Place place) throws IOException {
        final Path folder = Files.createTempDirectory(place.directory(), FOLDER); // only its owner can read it
        final String certificate = "certificate";
        keytool(folder, KEYS, "-genkeypair", "-alias", "both", "-keyalg", "EC", "-dname", "CN=both", "-ext",
                "san=" + name(place.near()) + "," + name(place.far()), "-validity", "2");
        keytool(folder, KEYS, "-exportcert", "-alias", "both", "-file", certificate);
        keytool(folder, TRUSTED, "-importcert", "-noprompt", "-alias", "both", "-file", certificate);
        Files.writeString(folder.resolve(PASSWORD_FILE), PASSWORD);
        for (final String file : List.of(KEYS, PASSWORD_FILE)) {
            Files.setPosixFilePermissions(folder.resolve(file), PosixFilePermissions.fromString("rw-------"));
        }
        return folder;
    }

    private static String name(final String host) {
        return (host.matches("[0-9.]+|.*:.*") ? "ip:" : "dns:") + host;
    }

    private static void keytool(final Path folder, final String store, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store, "-storepass", PASSWORD));
        final Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .start();
        final String output = new String(process.getInputStream().readAllBytes());
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(output.strip());
        }
    }
}
