package io.verbus.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that the bus does not create, to be put under names that it uses. */
public enum ForeignFile {
    /** A named pipe. A blocking open(2) waits for a peer. */
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
    /** A non-empty directory, which one system call cannot remove. */
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
    /** A regular file with meaningless bytes. */
    DAMAGED {
        @Override
        public void create(final Path path) throws IOException {
            Files.write(path, new byte[]{1, 2, 3, 4, 5, 6, 7, 8, 9});
        }
    },
    /** An empty regular file. */
    EMPTY {
        @Override
        public void create(final Path path) throws IOException {
            Files.createFile(path);
        }
    };

    /** Name of the file in {@link #DIRECTORY}. */
    public static final String INNER = "file";

    /**
     * Creates the file.
     *
     * @param path of the file, which must not exist
     * @throws IOException if it cannot be created
     */
    public abstract void create(Path path) throws IOException;
}
