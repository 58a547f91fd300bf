package io.verbus.testkit;

import java.nio.file.Path;
import java.util.List;

/** A full pipe that is never read: a log collector that hangs. A write to it blocks forever. */
public final class FullPipe {
    private static final String SCRIPT = "mkfifo \"$0\" && exec 2<>\"$0\""
            + " && { dd if=/dev/zero of=\"$0\" bs=4096 oflag=nonblock 2>/dev/null || true; } && exec \"$@\"";

    private FullPipe() {
    }

    /**
     * A command prefix that runs the appended command with such a pipe as standard error.
     *
     * @param path of the pipe, which is created
     * @return the words of the prefix
     */
    public static List<String> asStandardError(final Path path) {
        return List.of("/bin/sh", "-c", SCRIPT, path.toString());
    }
}
