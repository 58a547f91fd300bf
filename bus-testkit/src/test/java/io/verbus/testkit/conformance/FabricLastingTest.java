package io.verbus.testkit.conformance;

import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;

/** Many sessions between two hosts of a simulated fabric. The suite measures the memory and the threads of the JVM. */
class FabricLastingTest extends Lasting {
    FabricLastingTest() {
        super(directory -> FabricPair.open(directory, FabricSettings.prompt().withMaxPush(256 * 1024)));
    }
}
