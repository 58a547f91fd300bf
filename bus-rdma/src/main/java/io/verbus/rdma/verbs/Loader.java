package io.verbus.rdma.verbs;

import io.verbus.BusException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the native library: at the path of the property, then in the jar. The file is not needed after loading, so the
 * copy from the jar is deleted at once.
 */
@SuppressWarnings("restricted")
final class Loader {
    /** Path of a libverbus.so that is tried first. */
    static final String PATH_PROPERTY = "verbus.native.path";

    /** Remedy for a library of another version. */
    static final String MISMATCH = ": it is of another build: rebuild, or unset -D" + PATH_PROPERTY;

    private static final String PLATFORM = "linux-" + System.getProperty("os.arch");
    private static final String RESOURCE = "/META-INF/native/" + PLATFORM + "/libverbus.so";

    private final List<RuntimeException> failures = new ArrayList<>();

    /** Loads the library for the lifetime of the process; on failure each attempt is a suppressed exception. */
    SymbolLookup load() {
        final String path = System.getProperty(PATH_PROPERTY);
        SymbolLookup found = path == null ? null : open(Path.of(path), "named by -D" + PATH_PROPERTY);
        if (found == null) {
            found = openPacked();
        }
        if (found == null) {
            final BusException failure = new BusException("RDMA is not available: " + failures.getFirst().getMessage());
            failures.forEach(failure::addSuppressed);
            throw failure;
        }
        return found;
    }

    private SymbolLookup openPacked() {
        try (InputStream packed = Loader.class.getResourceAsStream(RESOURCE)) {
            if (packed == null) {
                failures.add(
                        new BusException("this build has no native library for " + PLATFORM + ": on such a machine,"
                                + " sudo apt-get install cmake gcc make libibverbs-dev librdmacm-dev and rebuild"));
                return null;
            }
            final Path copy = Files.createTempFile("verbus-", ".so");
            try {
                Files.copy(packed, copy, StandardCopyOption.REPLACE_EXISTING);
                return open(copy, "from the jar; if its file system is mounted noexec, set -Djava.io.tmpdir=DIRECTORY");
            } finally {
                Files.delete(copy);
            }
        } catch (final IOException e) {
            failures.add(new BusException("cannot copy the native library from the jar to "
                    + System.getProperty("java.io.tmpdir") + " (" + e.getMessage()
                    + "): set -Djava.io.tmpdir to a directory with free space", e));
            return null;
        }
    }

    private SymbolLookup open(final Path file, final String origin) {
        try {
            return SymbolLookup.libraryLookup(file, Arena.global());
        } catch (final IllegalArgumentException e) {
            failures.add(new BusException("cannot load library " + file + " (" + origin + "): "
                    + e.getMessage(), e));
        } catch (final IllegalCallerException e) {
            final Module own = Loader.class.getModule();
            failures.add(new BusException("the JVM denies native access: add --enable-native-access="
                    + (own.isNamed() ? own.getName() : "ALL-UNNAMED") + " to the java command", e));
        }
        return null;
    }
}
