package io.verbus.tools.host;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of a report. */
public final class ReportFolder {
    private ReportFolder() {
    }

    /**
     * Creates a folder that the user did not choose. If that is impossible, as in a checkout of another user, creates a
     * temporary one, which stays.
     *
     * @param folder relative to the working directory
     * @param temporary folder for temporary files
     * @return the one or the other
     * @throws BusException if neither can be created
     */
    public static Path orTemporary(final Path folder, final Path temporary) {
        try {
            require(folder);
            return folder;
        } catch (final BusException unwritable) {
            try {
                return Files.createTempDirectory(temporary, "verbus-" + folder.getFileName() + "-");
            } catch (final IOException e) {
                unwritable.addSuppressed(e);
                throw unwritable;
            }
        }
    }

    /**
     * Creates the folder, so that a wrong folder is reported before a run and not after it.
     *
     * @param folder from the option {@code --report}
     * @throws BusException if it cannot be created or written to
     */
    public static void require(final Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (final IOException e) {
            final String why = switch (e) {
                case AccessDeniedException _ -> "permission denied";
                case FileAlreadyExistsException _ -> "a file of this name exists";
                case FileSystemException failure when failure.getReason() != null -> failure.getReason();
                default -> e.toString();
            };
            throw new BusException("--report " + folder + ": cannot create this folder: " + why, e);
        }
        if (!Files.isWritable(folder)) {
            throw new BusException("--report " + folder + ": this folder is not writable: use another");
        }
    }
}
