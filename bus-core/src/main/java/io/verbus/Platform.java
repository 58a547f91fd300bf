package io.verbus;

import io.verbus.internal.os.NativeAccess;
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
            throw new BusException(
                    "the JVM lacks a flag that Agrona needs: add --add-opens java.base/jdk.internal.misc="
                            + flagValue(UnsafeBuffer.class) + " to the java command");
        }
        if (NativeAccess.isDenied()) {
            throw new BusException("the JVM denies native access: add --enable-native-access="
                    + flagValue(Platform.class) + " to the java command");
        }
    }

    /** The name by which a flag of the JVM gives access to the module of a class. */
    private static String flagValue(final Class<?> user) {
        return user.getModule().isNamed() ? user.getModule().getName() : "ALL-UNNAMED";
    }
}
