package io.verbus;

import org.agrona.concurrent.UnsafeBuffer;

/** Checks of the operating system and the JVM flags that the bus needs. */
final class Platform {
    private Platform() {
    }

    static void check() {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new BusException("unsupported operating system " + System.getProperty("os.name") + ": use Linux");
        }
        if (!Object.class.getModule().isOpen("jdk.internal.misc", UnsafeBuffer.class.getModule())) {
            throw new BusException("the JVM lacks a flag that Agrona needs: add"
                    + " --add-opens java.base/jdk.internal.misc=ALL-UNNAMED to the java command");
        }
    }
}
