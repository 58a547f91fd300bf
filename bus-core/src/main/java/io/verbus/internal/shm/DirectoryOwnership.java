package io.verbus.internal.shm;

import io.verbus.BusException;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.TransientException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * Creates the directories of a bus, and checks the owner and the mode of existing ones. Every user can write in
 * /dev/shm: a foreign directory lets its owner read and truncate the files in it. So a process joins the directory of
 * another user only if its own settings name the group with which that user shares it.
 */
final class DirectoryOwnership {
    private static final String OWN_DIRECTORY = "set VERBUS_DIR to a directory of your own";
    private static final int WRITE_BY_OTHERS = 0002;
    private static final int WRITE_BY_GROUP_OR_OTHERS = 0022;

    private final Path root;
    private final FileAccess access;

    /**
     * The owner, the group and the mode of a directory. The names of owner and group are for messages: a directory
     * service may take long to find them.
     *
     * @param path of the directory
     * @param uid of its owner
     * @param gid of its group
     * @param mode type and permissions
     */
    private record Ownership(Path path, int uid, int gid, int mode) {
        static Ownership of(final Path path, final LinkOption... links) {
            final Map<String, Object> unix = attributes(path, "unix:uid,gid,mode", links);
            return new Ownership(path, (int) unix.get("uid"), (int) unix.get("gid"), (int) unix.get("mode"));
        }

        private static Map<String, Object> attributes(final Path path, final String names, final LinkOption... links) {
            try {
                return Files.readAttributes(path, names, links);
            } catch (final NoSuchFileException e) {
                throw new TransientException(path + " does not exist (any more)", e);
            } catch (final IOException e) {
                throw new BusException("cannot determine the owner of " + path + ": " + OsErrors.of(e), e);
            }
        }

        String owner() {
            return attributes(path, "unix:owner").get("owner").toString();
        }

        String group() {
            return attributes(path, "unix:group").get("group").toString();
        }

        boolean isOwn() {
            return uid == of(Path.of("/proc/self")).uid;
        }

        boolean isWritableBy(final int permissions) {
            return (mode & permissions) != 0;
        }
    }

    /**
     * The ownership of a bus directory.
     *
     * @param root path of the directory
     * @param access of other users
     */
    DirectoryOwnership(final Path root, final FileAccess access) {
        this.root = root;
        this.access = access;
    }

    /** The access of other users. */
    FileAccess access() {
        return access;
    }

    /**
     * Creates the bus directory, or checks that this process may write in it.
     *
     * @return whether an existing directory was given to the group now
     */
    boolean prepare() {
        if (create(root)) {
            return false;
        }
        final Object found = key(root);
        if (!Files.isDirectory(root) && found.equals(key(root))) {
            throw isFile(root);
        }
        final Ownership ownership = Ownership.of(root);
        final boolean isOwn = ownership.isOwn();
        if (isOwn) {
            checkOwn(ownership);
        } else {
            checkForeign(ownership);
        }
        checkWritable(root, found);
        if (!isOwn || access.isThatOf(ownership.gid(), ownership.mode())) {
            return false;
        }
        access.grantDirectory(root, root);
        return true;
    }

    /**
     * Creates a directory in the bus directory if it does not exist; throws a {@link TransientException} if another
     * process removes it meanwhile.
     */
    void make(final Path path) {
        if (create(path)) {
            return;
        }
        if (Files.isSymbolicLink(path)) {
            throw new BusException(path + " is a symbolic link: remove it");
        }
        final Object found = key(path);
        if (!Files.isDirectory(path) && found.equals(key(path))) {
            throw isFile(path);
        }
        if (access.isPrivate()) {
            checkWritable(path, found);
        } else {
            join(path);
        }
    }

    /** An existing directory: this process gives its own to the group. */
    private void join(final Path path) {
        final Ownership ownership = Ownership.of(path, LinkOption.NOFOLLOW_LINKS);
        if (ownership.isOwn()) {
            if (!access.isThatOf(ownership.gid(), ownership.mode())) {
                access.grantDirectory(path, path);
            }
        }
        if (!(Files.isWritable(path) && Files.isExecutable(path))) {
            throw new TransientException("no permission to write in " + path + ": user " + ownership.owner()
                    + " has not given it to group " + access.group() + "; remove it, or ask that user to");
        }
    }

    /** Returns false if it exists. */
    private boolean create(final Path path) {
        try {
            Files.createDirectories(path.getParent());
            if (!access.isPrivate()) {
                return createForGroup(path);
            }
            Files.createDirectory(path,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return true;
        } catch (final FileAlreadyExistsException e) {
            return false;
        } catch (final AccessDeniedException e) {
            throw new BusException("no permission to create " + path + ": " + OWN_DIRECTORY, e);
        } catch (final IOException e) {
            throw new BusException("cannot create " + path + ": " + OsErrors.of(e), e);
        }
    }

    /**
     * The directory appears under its name when the group has access: a process of another user may look for it at any
     * time. Two processes that do this at once leave one directory: an empty one is replaced, another one is not.
     */
    private boolean createForGroup(final Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        final Path unfinished = Files.createTempDirectory(path.getParent(), "." + path.getFileName() + ".");
        boolean isFinished = false;
        try {
            access.grantDirectory(unfinished, path);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
            isFinished = true;
        } catch (final IOException e) {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        } finally {
            if (!isFinished) {
                unfinished.toFile().delete();
            }
        }
        return isFinished;
    }

    /** Identifies a file, also if another one gets the same name. */
    private static Object key(final Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (final IOException e) {
            throw new TransientException(path + " does not exist (any more)", e);
        }
    }

    private static BusException isFile(final Path path) {
        return new BusException(path + " is a file; the bus needs a directory there: move the file away");
    }

    private void checkWritable(final Path path, final Object found) {
        if (!(Files.isWritable(path) && Files.isExecutable(path)) && found.equals(key(path))) {
            throw new BusException("no permission to write in " + path
                    + ": it belongs to another user or is read-only; " + OWN_DIRECTORY);
        }
    }

    private void checkOwn(final Ownership own) {
        final boolean isShared = FileAccess.isShared(own.mode()) && !own.isWritableBy(WRITE_BY_OTHERS);
        if (access.isPrivate() && isShared) {
            throw new BusException(root + " is shared with group " + own.group() + ": name it for this process too ("
                    + keys(own.group(), true) + "), or make it private (chmod 700) when no bus runs there");
        }
        if (own.isWritableBy(isShared ? WRITE_BY_OTHERS : WRITE_BY_GROUP_OR_OTHERS)) {
            throw new BusException("other users may write in " + root + ": make it private (chmod 700) or "
                    + OWN_DIRECTORY);
        }
        if (FileAccess.isOfGroup(own.mode()) && !access.isThatOf(own.gid(), own.mode())) {
            throw new BusException(root + " has " + keys(own.group(), isShared) + ", this process has "
                    + keys(access.group(), access.isShared()) + ": use the same for all processes of the directory, or"
                    + " remove it when no bus runs there");
        }
    }

    private void checkForeign(final Ownership foreign) {
        final boolean isShared = FileAccess.isShared(foreign.mode()) && !foreign.isWritableBy(WRITE_BY_OTHERS);
        if (isShared && access.isThatOf(foreign.gid(), foreign.mode()) && !access.isPrivate()) {
            if (!(Files.isWritable(root) && Files.isExecutable(root))) {
                throw new BusException("not permitted to write in " + root + " of user " + foreign.owner()
                        + ": this process is not a member of " + membership(foreign.group()));
            }
        } else if (isShared) {
            throw new BusException(root + " belongs to user " + foreign.owner() + " and is shared with group "
                    + foreign.group() + ": name that group to join (" + keys(foreign.group(), true) + "), or "
                    + OWN_DIRECTORY);
        } else if (FileAccess.isOfGroup(foreign.mode())) {
            throw new BusException(root + " belongs to user " + foreign.owner() + ", and group " + foreign.group()
                    + " may only look at it (./bus stat, errors, loss): " + OWN_DIRECTORY);
        } else if (access.isShared()) {
            throw new BusException(root + " is private to user " + foreign.owner() + ": ask that user to share it ("
                    + keys(access.group(), true) + "), or " + OWN_DIRECTORY);
        } else {
            throw new BusException(root + " belongs to user " + foreign.owner() + ": " + OWN_DIRECTORY);
        }
    }

    /**
     * Checks that this process may look at a bus directory.
     *
     * @param path of the directory
     */
    static void checkReadable(final Path path) {
        if (Files.isReadable(path) && Files.isExecutable(path)) {
            return;
        }
        final Ownership ownership = Ownership.of(path);
        throw new BusException("not permitted to look at " + path + " of user " + ownership.owner() + ": "
                + (FileAccess.isOfGroup(ownership.mode())
                        ? "this process is not a member of " + membership(ownership.group())
                        : "ask that user to name a group of yours (bus.group), or run the command as that user or as"
                                + " root"));
    }

    private static String membership(final String group) {
        return "group " + group + "; ask for it (sudo usermod -aG " + group + " " + System.getProperty("user.name")
                + ", then log in again)";
    }

    private static String keys(final String group, final boolean isShared) {
        return "bus.group: " + group + ", bus.group-access: " + (isShared ? "share" : "observe");
    }
}
