package io.verbus.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that the bus does not make, to be put under names that it uses. */
public enum ForeignFile {
    /** A named pipe, at which open(2) waits for a peer unless it is told not to. */
    FIFO {
        @Override
        public void create(final Path path) throws IOException {
            try {
                final int status = new ProcessBuilder("mkfifo", path.toString()).inheritIO().start().waitFor();
                if (status != 0) {
                    throw new IOException("mkfifo " + path + " ended with status " + status);
                }
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted in mkfifo", e);
            }
        }
    },
    /** A directory that is not empty, which cannot be removed by one call. */
    DIRECTORY {
        @Override
        public void create(final Path path) throws IOException {
            Files.createFile(Files.createDirectory(path).resolve(INNER));
        }
    },
    /** A symbolic link to itself. */
    SYMBOLIC_LINK {
        @Override
        public void create(final Path path) throws IOException {
            Files.createSymbolicLink(path, path);
        }
    },
    /** A regular file with bytes that mean nothing. */
    DAMAGED {
        @Override
        public void create(final Path path) throws IOException {
            Files.write(path, new byte[]{1, 2, 3, 4, 5, 6, 7, 8, 9});
        }
    },
    /** A regular file without bytes. */
    EMPTY {
        @Override
        public void create(final Path path) throws IOException {
            Files.createFile(path);
        }
    };

    /** What the directory holds. */
    public static final String INNER = "file";

    /**
     * Makes one.
     *
     * @param path of the file, which must not exist
     * @throws IOException if it cannot be made
     */
    public abstract void create(Path path) throws IOException;
}
