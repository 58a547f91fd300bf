package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.Forked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Selection and rejection of native libraries. */
@Tag("processes")
@Tag("no-device")
class LibraryTest {
    private static final Path OTHER_BUILD = Path.of("../native/target/build/libother_build.so").toAbsolutePath();

    @TempDir
    private Path directory;

    @Test
    void libraryOfOtherBuildIsRejectedByDifferingField() throws IOException {
        assumeTrue(Files.exists(OTHER_BUILD), "the native library was left out of this build");
        final String output = probe(OTHER_BUILD.toString());

        assertTrue(output.contains("cause: verbus_request.id is 4 bytes wide in the native library, expected 8: "
                + "it is of another build: rebuild, or unset -Dverbus.native.path\n"), output);
        assertTrue(output.contains("open: verbus_request.id is 4 bytes wide "), output);
    }

    @Test
    void missingPathIsReportedUnlessJarHasLibrary() throws IOException {
        final String output = probe(directory.resolve("absent.so").toString());

        if (packed()) {
            assertEquals(probe(""), output);
        } else {
            assertTrue(output.contains("cause: RDMA is not available: cannot load library "
                    + directory.resolve("absent.so")
                    + " (named by -Dverbus.native.path): "), output);
            assertTrue(output.contains("\nattempt: this build has no native library for linux-"), output);
        }
    }

    @Test
    void copyFromJarIsDeleted() throws IOException {
        assumeTrue(packed(), "the native library was left out of this build");
        final List<String> command = List.of("env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + directory);
        try (Forked probe = Forked.startWithin(command, LibraryProbe.class, directory, "")) {
            probe.awaitLine("^end$");
            assertEquals(0, probe.exitStatus());
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.filter(file -> file.toString().endsWith(".so")).toList());
        }
    }

    private static boolean packed() {
        return LibraryTest.class.getResource("/META-INF/native/linux-" + System.getProperty("os.arch")
                + "/libverbus.so") != null;
    }

    private String probe(final String path) throws IOException {
        try (Forked probe = Forked.start(LibraryProbe.class, directory, path)) {
            assertEquals(0, probe.exitStatus(), probe::output);
            return probe.output();
        }
    }
}
