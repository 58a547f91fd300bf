package io.verbus.internal.os;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Explains errors of file operations, with a remedy. */
public final class OsErrors {
    private static final String OTHERS = "no permission: it or its directory belongs to another user or is read-only;"
            + " set VERBUS_DIR to a directory of your own";
    private static final String GONE = "its directory does not exist any more: it was removed while in use; restart the"
            + " process";
    private static final String FULL = "the file system has no room, or no free inodes (df -h, df -i): remove files, or"
            + " enlarge it";
    private static final String READ_ONLY = "the file system is mounted read-only: use another directory (VERBUS_DIR"
            + " is that of the bus)";
    private static final String TOO_MANY_OPEN = "too many open files in this process: raise the limit"
            + " (ulimit -n)";
    private static final String TOO_MANY_IN_SYSTEM = "too many open files on this host: raise the limit"
            + " (sysctl fs.file-max)";
    private static final String TOO_LONG = "the file exceeds the length limit of this process: raise the limit"
            + " (ulimit -f)";
    private static final String IO_ERROR = "input/output error: check the disk and the kernel log";
    private static final String NO_MEMORY = "out of memory: end another process, or use a smaller capacity";

    private OsErrors() {
    }

    /**
     * Explains an errno.
     *
     * @param error errno of the call
     * @param call its name and section, for rare errors
     * @return explanation to follow a colon
     */
    public static String of(final int error, final String call) {
        return switch (error) {
            case Libc.EPERM, Libc.EACCES -> OTHERS;
            case Libc.ENOENT -> GONE;
            case Libc.ENOSPC, Libc.EDQUOT -> FULL;
            case Libc.EROFS -> READ_ONLY;
            case Libc.EFBIG -> TOO_LONG;
            case Libc.EMFILE -> TOO_MANY_OPEN;
            case Libc.ENFILE -> TOO_MANY_IN_SYSTEM;
            case Libc.ENOMEM -> NO_MEMORY;
            case Libc.EIO -> IO_ERROR;
            default -> "error " + error + " of " + call;
        };
    }

    /**
     * Explains an exception.
     *
     * @param e from a call of {@link java.nio.file.Files} or a file channel
     * @return explanation to follow a colon
     */
    public static String of(final IOException e) {
        if (e instanceof AccessDeniedException) {
            return OTHERS;
        }
        if (e instanceof NoSuchFileException) {
            return GONE;
        }
        final String text = e instanceof FileSystemException f && f.getReason() != null
                ? f.getReason()
                : String.valueOf(e.getMessage());
        return switch (text) { // the texts of strerror(3)
            case "No space left on device", "Disk quota exceeded" -> FULL;
            case "Read-only file system" -> READ_ONLY;
            case "File too large" -> TOO_LONG;
            case "Too many open files" -> TOO_MANY_OPEN;
            case "Too many open files in system" -> TOO_MANY_IN_SYSTEM;
            case "Operation not permitted", "Permission denied" -> OTHERS;
            case "Cannot allocate memory" -> NO_MEMORY;
            case "Input/output error" -> IO_ERROR;
            case "Mount point not found" -> "it is not in /proc/mounts, or " + TOO_MANY_OPEN;
            default -> text;
        };
    }
}
