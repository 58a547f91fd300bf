package io.verbus.os;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why the operating system refused something with a file, in words that tell what to do. */
public final class Reason {
    private static final String OTHERS = "no permission: it or its directory is another user's or read-only; set"
            + " VERBUS_DIR to a directory of your own";
    private static final String GONE = "its directory is gone: somebody removed it under a living bus; start the bus"
            + " again";
    private static final String FULL = "the file system is full: remove something there, or make it larger";
    private static final String READ_ONLY = "the file system is mounted read-only; set VERBUS_DIR to a directory that"
            + " can be written";
    private static final String TOO_MANY_OPEN = "this process has as many open files as it may: raise the limit"
            + " (ulimit -n)";
    private static final String TOO_MANY_IN_SYSTEM = "this host has as many open files as it may: raise the limit"
            + " (sysctl fs.file-max)";
    private static final String TOO_LONG = "this process may not make files of this length: raise the limit"
            + " (ulimit -f)";
    private static final String NO_MEMORY = "no memory is left: end something, or use a smaller capacity";

    private Reason() {
    }

    /**
     * In words.
     *
     * @param error errno of the call
     * @param call its name and section, for the rare ones
     * @return half a sentence, to stand behind a colon
     */
    static String of(final int error, final String call) {
        return switch (error) {
            case Libc.EPERM, Libc.EACCES -> OTHERS;
            case Libc.ENOENT -> GONE;
            case Libc.ENOSPC, Libc.EDQUOT -> FULL;
            case Libc.EROFS -> READ_ONLY;
            case Libc.EFBIG -> TOO_LONG;
            case Libc.EMFILE -> TOO_MANY_OPEN;
            case Libc.ENFILE -> TOO_MANY_IN_SYSTEM;
            case Libc.ENOMEM -> NO_MEMORY;
            default -> "error " + error + " of " + call;
        };
    }

    /**
     * In words.
     *
     * @param e from a call of {@link java.nio.file.Files} or a file channel
     * @return half a sentence, to stand behind a colon
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
        return switch (text) { // as strerror(3) has them
            case "No space left on device", "Disk quota exceeded" -> FULL;
            case "Read-only file system" -> READ_ONLY;
            case "File too large" -> TOO_LONG;
            case "Too many open files" -> TOO_MANY_OPEN;
            case "Too many open files in system" -> TOO_MANY_IN_SYSTEM;
            case "Operation not permitted", "Permission denied" -> OTHERS;
            case "Cannot allocate memory" -> NO_MEMORY;
            case "Mount point not found" -> "it is not in /proc/mounts, or " + TOO_MANY_OPEN;
            default -> text;
        };
    }
}
