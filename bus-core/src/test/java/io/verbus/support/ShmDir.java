package io.verbus.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Creates temporary directories for logs: {@code @TempDir(factory = ShmDir.class)}. */
public final class ShmDir implements TempDirFactory {
    @Override
    public Path createTempDirectory(final AnnotatedElementContext element, final ExtensionContext extension)
            throws IOException {
        return Files.createTempDirectory(Path.of("/dev/shm"), "verbus-test-");
    }
}
