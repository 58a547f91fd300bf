package io.verbus.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.verbus.support.ShmDir;
import io.verbus.support.mutant.Mutant;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The ordinary state of a local image ends when it has to, and each check that ends it is needed. */
class OrdinaryStateTest {
    private static final String IN_PLACE = "io/verbus/internal/image/InPlaceReader.java";
    private static final String GATING = "io/verbus/internal/image/GatingReader.java";

    static final Mutant[] BUGS = {
            new Mutant("the ordinary state survives an eviction", GATING,
                    "if (!Acknowledgements.holds(logHeader, acknowledgement, subscription, join)) {", "if (false) {"),
            new Mutant("the position is not published", IN_PLACE, "consumed.advance(position);", ""),
            new Mutant("the conductor does not notice a lap", "io/verbus/internal/subscriber/WatchedSession.java",
                    "if (image.isLapped()) {", "if (false) {"),
            new Mutant("the checked path is not taken", "io/verbus/internal/image/LocalImage.java",
                    "public void check() {\n        ordinary.close();", "public void check() {")};

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void anImageLeavesTheOrdinaryState() {
        assertEquals("ok", new OrdinaryState().apply(directory));
    }

    @ParameterizedTest
    @FieldSource("BUGS")
    void aMissingCheckIsFound(final Mutant bug) {
        assertNotEquals("ok", bug.inside(OrdinaryState.class).apply(directory));
    }
}
