package io.verbus;

import org.agrona.concurrent.UnsafeBuffer;

/** The operating system and the JVM flags that the bus needs. */
final class Platform {
    private Platform() {
    }

    static void check() {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new BusException("Verbus runs on Linux only, this is " + System.getProperty("os.name"));
        }
        if (!Object.class.getModule().isOpen("jdk.internal.misc", UnsafeBuffer.class.getModule())) {
            throw new BusException("the JVM was started without a flag that Agrona needs: add"
                    + " --add-opens java.base/jdk.internal.misc=ALL-UNNAMED to the java command");
        }
    }
}
