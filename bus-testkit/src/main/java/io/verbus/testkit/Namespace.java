package io.verbus.testkit;

import java.io.IOException;
import java.util.List;

/**
 * Commands for {@link Forked#startWithin} that run a process where file systems and permissions are of a test's own
 * making, by root and by ordinary users. What is mounted there is gone with the process.
 */
public final class Namespace {
    private Namespace() {
    }

    /** As root of a namespace of its own: runs a script of sh, in which {@code "$@"} is the process. */
    public static List<String> script(final String script) {
        return List.of("unshare", "-Urm", "sh", "-c", script, "sh");
    }

    /** As nobody special: for root too, what the permissions of its own files forbid is forbidden. */
    public static List<String> unprivileged(final String script) {
        return List.of("unshare", "-U", "sh", "-c", script, "sh");
    }

    /** Root without a user namespace: may mount hugetlbfs. */
    public static List<String> asRoot(final String script) {
        return List.of("unshare", "-m", "sh", "-c", script, "sh");
    }

    /** Whether this machine lets this user do it. */
    public static boolean isAllowed() {
        try {
            return new ProcessBuilder("unshare", "-Urm", "true").start().onExit().join().exitValue() == 0;
        } catch (final IOException e) {
            return false;
        }
    }
}
