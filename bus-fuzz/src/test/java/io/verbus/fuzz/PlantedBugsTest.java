package io.verbus.fuzz;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.verbus.testkit.mutant.Mutant;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks left out of the readers, one at a time, are found in the time that CI gives a target. */
@Tag("processes")
class PlantedBugsTest {
    /** What .ci/run gives each target. */
    private static final int SECONDS = 12;

    @TempDir
    private Path folder;

    static Stream<Arguments> bugs() {
        return Stream.of(
                Arguments.of(Targets.FRAMES, new Mutant("a frame may be shorter than its header",
                        "io/verbus/image/FrameReader.java",
                        "found != next || length < payloadOffset || !fits", "found != next || !fits")),
                Arguments.of(Targets.FRAMES, new Mutant("padding leads nowhere",
                        "io/verbus/image/FrameReader.java", "position += length(word);", "")),
                Arguments.of(Targets.HEADERS, new Mutant("a boundary may lie between frames",
                        "io/verbus/log/ChunkTable.java", "position % FrameLayout.ALIGNMENT != 0 || ", "")),
                Arguments.of(Targets.HEADERS, new Mutant("a text may be longer than its field",
                        "io/verbus/os/Fields.java", "Math.clamp(source.getInt(offset), 0, maxLength)",
                        "Math.max(source.getInt(offset), 0)")),
                Arguments.of(Targets.IMAGE, new Mutant("a gap tells of one message too many",
                        "io/verbus/image/Gaps.java", "report(wanted, first - 1, cause);",
                        "report(wanted, first, cause);")),
                Arguments.of(Targets.REMOTE, new Mutant("a frame of which a part is still under way is read",
                        "io/verbus/image/FrameReader.java", "if (fits && aligned > readable - at) {",
                        "if (fits && aligned < 0) {")));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void aBugIsFoundInTheTimeOfCi(final Targets target, final Mutant bug) throws IOException, InterruptedException {
        final Path classes = folder.resolve("classes");
        for (final Map.Entry<String, byte[]> planted : bug.classes().entrySet()) {
            final Path file = classes.resolve(planted.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, planted.getValue());
        }
        final JazzerProcess.Result result = new JazzerProcess(target, folder.resolve("run"),
                classes + File.pathSeparator + System.getProperty("java.class.path")).run(SECONDS, "-seed=1");
        assertNotNull(result.finding(),
                () -> "\"" + bug + "\" was not found in " + result.executions() + " executions");
        assertNotNull(result.input(), result.finding());
        System.out.printf("fuzz: \"%s\" is found after %,d executions%n", bug, result.executions());
    }
}
