package io.verbus.internal.os;

import io.verbus.BusException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The access of other users to the files of a bus: none, or that of the members of one group. Immutable.
 *
 * <p>A file is created for its owner alone. Its group and then its mode are set before it gets its name, so the umask
 * of the process does not matter. That is done on the open file: in a shared directory, a path may lead elsewhere the
 * next time.
 *
 * <pre>
 *               file of one process   file of all processes   directory
 *   private     0600                  0600                    0700
 *   observed    0640                  0640                    02750
 *   shared      0640                  0660                    03770
 * </pre>
 *
 * <p>New files of a directory with the bit 02000 get its group. With 01000, only the owner of a file, or of the
 * directory, renames or removes the file.
 */
public final class FileAccess {
    /** The owner alone. */
    public static final FileAccess PRIVATE = new FileAccess("", 0, 0600, 0700);

    private static final int READ_BY_GROUP = 0640;
    private static final int WRITE_BY_GROUP = 0660;
    private static final int OBSERVED_DIRECTORY = 02750;
    private static final int SHARED_DIRECTORY = 03770;

    private final String group;
    private final int id;
    private final int fileMode;
    private final int directoryMode;

    private FileAccess(final String group, final int id, final int fileMode, final int directoryMode) {
        this.group = group;
        this.id = id;
        this.fileMode = fileMode;
        this.directoryMode = directoryMode;
    }

    /**
     * The access of a group.
     *
     * @param group its name, or its number
     * @param isShared whether its members may add files and write those of all processes; otherwise they only read
     * @return the access
     * @throws BusException if this host has no such group
     */
    public static FileAccess ofGroup(final String group, final boolean isShared) {
        long id = Libc.groupId(group);
        if (id < 0 && group.matches("[0-9]{1,9}")) {
            id = Long.parseLong(group);
        }
        if (id < 0) {
            throw new BusException("there is no group " + group + " on this host: create it (sudo groupadd " + group
                    + "), or name another");
        }
        return new FileAccess(group, (int) id, READ_BY_GROUP, isShared ? SHARED_DIRECTORY : OBSERVED_DIRECTORY);
    }

    /** {@return the access to files that all processes of the directory write} */
    public FileAccess toCommonFiles() {
        return isShared() ? new FileAccess(group, id, WRITE_BY_GROUP, directoryMode) : this;
    }

    /** {@return whether only the owner has access} */
    public boolean isPrivate() {
        return directoryMode == PRIVATE.directoryMode;
    }

    /** {@return whether the members of the group may publish and subscribe} */
    public boolean isShared() {
        return isShared(directoryMode);
    }

    /**
     * Whether a directory has the mode of a shared one.
     *
     * @param mode of the directory, with its type or without
     * @return true if the group may add files, and may not remove those of others
     */
    public static boolean isShared(final int mode) {
        return (mode & SHARED_DIRECTORY) == SHARED_DIRECTORY;
    }

    /**
     * Whether the group of a directory may look.
     *
     * @param mode of the directory, with its type or without
     * @return true if the directory was given to its group
     */
    public static boolean isOfGroup(final int mode) {
        return (mode & OBSERVED_DIRECTORY) == OBSERVED_DIRECTORY;
    }

    /**
     * Whether a directory has exactly this access.
     *
     * @param groupId id of its group
     * @param mode of the directory, with its type or without
     * @return true if no change is needed
     */
    public boolean isThatOf(final int groupId, final int mode) {
        return isPrivate() || groupId == id && (mode & 07777) == directoryMode;
    }

    /** {@return the name of the group; empty without one} */
    public String group() {
        return group;
    }

    /** {@return the id of the group; 0 without one} */
    public int groupId() {
        return id;
    }

    /**
     * Gives a new file to the group.
     *
     * @param fd of the file, which this user owns
     * @param path for the message
     * @throws BusException if this process is not a member of the group
     */
    void grant(final int fd, final Path path) {
        if (!isPrivate()) {
            grant(fd, fileMode, path);
        }
    }

    /**
     * Gives an existing file to the group, as far as this user owns it.
     *
     * @param path of a file that all processes write; it may be absent, or not a regular file
     */
    public void grantFile(final Path path) {
        final int fd = isPrivate() ? -1 : RegularFile.open(path, Libc.O_RDONLY);
        if (fd >= 0) {
            Libc.fchown(fd, id); // an error means that another user owns the file, and decides
            Libc.fchmod(fd, fileMode);
            Libc.close(fd);
        }
    }

    /**
     * Gives a directory to the group.
     *
     * @param path of the directory, which this user owns
     * @param known its final path, for messages
     * @throws BusException if this process is not a member of the group
     */
    public void grantDirectory(final Path path, final Path known) {
        if (isPrivate()) {
            return;
        }
        final int fd = Libc.open(path, Libc.O_RDONLY | Libc.O_DIRECTORY | Libc.O_NOFOLLOW, 0);
        if (fd < 0) {
            throw Files.isSymbolicLink(path)
                    ? new BusException(known + " is a symbolic link: for a group, use the path that it leads to")
                    : new TransientException("cannot open " + known + ": " + OsErrors.of(-fd, "open(2)"));
        }
        try {
            grant(fd, directoryMode, known);
        } finally {
            Libc.close(fd);
        }
    }

    /** The group first: the mode is never in effect for another group. */
    private void grant(final int fd, final int mode, final Path path) {
        final int chown = Libc.fchown(fd, id);
        final int status = chown < 0 ? chown : Libc.fchmod(fd, mode);
        if (status < 0) {
            throw new BusException("cannot give " + path + " to group " + group + ": " + (status == -Libc.EPERM
                    ? "this process is not a member of the group: add its user (sudo usermod -aG " + group + " "
                            + System.getProperty("user.name") + ") and log in again, or name another group"
                    : OsErrors.of(-status, chown < 0 ? "fchown(2)" : "fchmod(2)")));
        }
    }
}
