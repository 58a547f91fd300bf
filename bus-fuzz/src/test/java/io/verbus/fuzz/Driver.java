package io.verbus.fuzz;

import java.nio.file.Path;

/** What Jazzer calls, in a process of its own: one target, again and again. */
public final class Driver {
    /** The property that names an empty directory in shared memory, which whoever starts the process removes. */
    static final String SCRATCH = "verbus.fuzz.scratch";

    private static Target target;

    private Driver() {
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
