package io.verbus.system.processes;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.Forked;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * A Unix user without a name: processes run with its id and, if it has one, in another group. Only root can start them.
 *
 * @param uid of the user, and the id of its own group
 * @param group id of a further group; empty for none
 * @param umask of its processes
 */
record UnixAccount(int uid, String group, String umask) {
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    /** Skips the test if this process cannot start processes of other users. */
    static void assumeAvailable() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
                && Files.isExecutable(SETPRIV), "only root starts processes of other users, by setpriv (util-linux)");
        final Path java = Path.of(ProcessHandle.current().info().command().orElseThrow());
        assumeTrue(isOpen(java.toRealPath()), "other users cannot run " + java);
    }

    /** Starts a process of the user. It has a class path that the user can read. */
    Forked start(final String classPath, final Class<?> main, final Path configuration, final Path bus,
            final Object... arguments) throws IOException {
        final List<String> wrapper = new ArrayList<>(List.of("env", "VERBUS_CONFIG=" + configuration));
        wrapper.addAll(wrapper());
        return Forked.start(wrapper, List.of("-cp", classPath, "-XX:-UsePerfData"), main, bus, arguments);
    }

    /** The beginning of a command line whose rest runs as this user. */
    List<String> wrapper() {
        return List.of(SETPRIV.toString(), "--reuid", Integer.toString(uid), "--regid", Integer.toString(uid),
                group.isEmpty() ? "--clear-groups" : "--groups=" + group, "--inh-caps=-all", "sh", "-c",
                "cd /; umask " + umask + "; exec \"$@\"", "sh");
    }

    /**
     * The class path of this process for other users: jars that they cannot read are copied.
     *
     * @param folder for the copies, which other users can enter
     */
    static String classPath(final Path folder) throws IOException {
        final List<String> entries = new ArrayList<>();
        for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            final Path path = Path.of(entry).toAbsolutePath();
            if (!Files.exists(path) || isOpen(path)) {
                entries.add(path.toString());
            } else {
                assumeTrue(Files.isRegularFile(path), "other users cannot read the classes in " + path);
                final Path copy = Files.copy(path, folder.resolve(entries.size() + "-" + path.getFileName()));
                Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
                entries.add(copy.toString());
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    /** Whether other users can read a file or a directory, and enter all directories above. */
    private static boolean isOpen(final Path path) throws IOException {
        boolean isOpen = Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_READ);
        for (Path above = Files.isDirectory(path) ? path : path.getParent(); above != null; above = above.getParent()) {
            isOpen &= Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE);
        }
        return isOpen;
    }
}
