package io.verbus.tcp.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Key stores for tests, made by keytool once for a process: one for each name, and a trust store of each. */
public final class Stores {
    /** Of this host, which {@link #parameters} trusts. */
    public static final String OWN = "own";
    /** Of this host, which only itself trusts. */
    public static final String STRANGER = "stranger";
    /** Trusted by itself, and of another host. */
    public static final String ELSEWHERE = "elsewhere";

    private static final String PASSWORD = "a password";
    private static final Path FOLDER = create();

    private Stores() {
    }

    /**
     * The settings of an address.
     *
     * @param name of the store
     * @return settings, without a separator at their beginning
     */
    public static String parameters(final String name) {
        return "key-store=" + key(name) + "&trust-store=" + trust(name) + "&store-password=" + password();
    }

    /** The key store of a name. */
    public static Path key(final String name) {
        return FOLDER.resolve(name + ".p12");
    }

    /** The trust store of a name. */
    public static Path trust(final String name) {
        return FOLDER.resolve(name + ".trust");
    }

    /** The file with the password. */
    public static Path password() {
        return FOLDER.resolve("password");
    }

    private static Path create() {
        try {
            final Path folder = Files.createTempDirectory("verbus-stores-",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            folder.toFile().deleteOnExit();
            SecretFile.write(folder.resolve("password"), PASSWORD).toFile().deleteOnExit();
            for (final String name : List.of(OWN, STRANGER, ELSEWHERE)) {
                final String host = name.equals(ELSEWHERE) ? "dns:feed-1" : "ip:127.0.0.1";
                keytool(folder, name + ".p12", "-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name,
                        "-ext", "san=" + host, "-validity", "365");
                keytool(folder, name + ".p12", "-exportcert", "-alias", name, "-file", name + ".cert");
                keytool(folder, name + ".trust", "-importcert", "-noprompt", "-alias", name, "-file", name + ".cert");
                Files.setPosixFilePermissions(folder.resolve(name + ".p12"),
                        PosixFilePermissions.fromString("rw-------"));
                List.of(".p12", ".cert", ".trust")
                        .forEach(end -> folder.resolve(name + end).toFile().deleteOnExit());
            }
            return folder;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void keytool(final Path folder, final String store, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store, "-storepass", PASSWORD));
        final Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .start();
        final String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.onExit().join().exitValue(), output);
    }
}
