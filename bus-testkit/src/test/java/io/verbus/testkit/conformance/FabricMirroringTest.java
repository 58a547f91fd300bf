package io.verbus.testkit.conformance;

import io.verbus.testkit.conformance.remote.Mirroring;
import io.verbus.testkit.fabric.FabricMirrorNetwork;
import io.verbus.testkit.fabric.link.FabricSettings;
import org.junit.jupiter.api.Nested;

/** The host mirror on the simulated fabric. */
class FabricMirroringTest {
    @Nested
    class PromptTest extends Mirroring {
        PromptTest() {
            super(() -> new FabricMirrorNetwork(FabricSettings.prompt()));
        }
    }

    @Nested
    class MoodyTest extends Mirroring {
        MoodyTest() {
            super(() -> new FabricMirrorNetwork(FabricSettings.moodyOnes()));
        }
    }
}
