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
 * Finds the native library: where the property says, then in the jar. Once it is loaded nobody needs its file, so the
 * copy out of the jar is deleted at once.
 */
@SuppressWarnings("restricted")
final class Loader {
    /** Path of a libverbus.so to be tried first. */
    static final String PATH_PROPERTY = "verbus.native.path";

    /** What to do about a library that is not of this version. */
    static final String MISMATCH = ": it is of another build; build again, or unset -D" + PATH_PROPERTY;

    private static final String PLATFORM = "linux-" + System.getProperty("os.arch");
    private static final String RESOURCE = "/META-INF/native/" + PLATFORM + "/libverbus.so";

    private final List<RuntimeException> failures = new ArrayList<>();

    /** The library, for as long as the process lives; or a sentence, with each failed attempt as suppressed. */
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
                        new BusException("this build has no native library for " + PLATFORM + "; on such a machine,"
                                + " sudo apt-get install cmake gcc make libibverbs-dev librdmacm-dev and build again"));
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
            failures.add(new BusException("the native library could not be copied out of the jar to "
                    + System.getProperty("java.io.tmpdir") + " (" + e.getMessage()
                    + "); set -Djava.io.tmpdir to a directory with room", e));
            return null;
        }
    }

    private SymbolLookup open(final Path file, final String origin) {
        try {
            return SymbolLookup.libraryLookup(file, Arena.global());
        } catch (final IllegalArgumentException e) {
            failures.add(new BusException(file + " (" + origin + ") is no library that can be loaded: "
                    + e.getMessage(), e));
        } catch (final IllegalCallerException e) {
            failures.add(new BusException("the JVM denies native access: add --enable-native-access=ALL-UNNAMED to its"
                    + " flags", e));
        }
        return null;
    }
}
