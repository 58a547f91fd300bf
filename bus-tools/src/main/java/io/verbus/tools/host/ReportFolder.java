package io.verbus.tools.host;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a report is written to. */
public final class ReportFolder {
    private ReportFolder() {
    }

    /**
     * Makes the folder, so that it is said before a run, not after it, that it is none.
     *
     * @param folder given with {@code --report}
     * @throws BusException if it can't be made or written to
     */
    public static void require(final Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (final IOException e) {
            final String why = switch (e) {
                case AccessDeniedException _ -> "permission denied";
                case FileAlreadyExistsException _ -> "a file of this name is there";
                case FileSystemException failure when failure.getReason() != null -> failure.getReason();
                default -> "nothing can be made there";
            };
            throw new BusException("--report " + folder + ": can't make this folder: " + why, e);
        }
        if (!Files.isWritable(folder)) {
            throw new BusException("--report " + folder + ": this folder is not writable");
        }
    }
}
