package io.verbus.support;

import java.io.IOException;
import java.util.List;

/**
 * Commands for {@link Forked#startWithin} that run a process with its own mounts, permissions or clock, as root or as
 * an ordinary user. The mounts disappear with the process.
 */
public final class Namespace {
    private Namespace() {
    }

    /** As root of a new namespace: runs a script of sh, in which {@code "$@"} is the process. */
    public static List<String> script(final String script) {
        return List.of("unshare", "-Urm", "sh", "-c", script, "sh");
    }

    /** As an unprivileged user: file permissions apply to root too. */
    public static List<String> unprivileged(final String script) {
        return List.of("unshare", "-U", "sh", "-c", script, "sh");
    }

    /** As root without a user namespace: may mount hugetlbfs. */
    public static List<String> asRoot(final String script) {
        return List.of("unshare", "-m", "sh", "-c", script, "sh");
    }

    /** In a time namespace whose monotonic clock differs by a number of seconds. */
    public static List<String> time(final long offsetS) {
        return List.of("unshare", "-UrT", "--monotonic", Long.toString(offsetS));
    }

    /** Whether this machine permits it to this user. */
    public static boolean isAllowed() {
        return isAllowed("-Urm");
    }

    /** Whether this machine permits a time namespace to this user. */
    public static boolean isTimeAllowed() {
        return isAllowed("-UrT");
    }

    private static boolean isAllowed(final String kind) {
        try {
            return new ProcessBuilder("unshare", kind, "true").start().onExit().join().exitValue() == 0;
        } catch (final IOException e) {
            return false;
        }
    }
}
