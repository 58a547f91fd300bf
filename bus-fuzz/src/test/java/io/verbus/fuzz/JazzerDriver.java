package io.verbus.fuzz;

import java.nio.file.Path;

/** Entry points that Jazzer calls in a process of its own, for one target. */
public final class JazzerDriver {
    /** Property with the path of an empty directory in shared memory; the parent process removes it. */
    static final String SCRATCH = "verbus.fuzz.scratch";

    private static Target target;

    private JazzerDriver() {
    }

    /** Called once, with the name of the target. */
    public static void fuzzerInitialize(final String[] arguments) {
        target = Targets.of(arguments[0]).make(Path.of(System.getProperty(SCRATCH)));
    }

    /** Called with each input. */
    public static void fuzzerTestOneInput(final byte[] input) {
        target.run(input);
    }

    /** Called at the end. */
    public static void fuzzerTearDown() {
        target.close();
    }
}
