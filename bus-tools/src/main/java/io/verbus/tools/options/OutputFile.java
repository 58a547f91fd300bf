package io.verbus.tools.options;

import io.verbus.BusException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that options name for the results of a command. */
public final class OutputFile {
    /** The content of a file. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes it.
         *
         * @param to the file
         * @throws IOException if it cannot be written
         */
        void write(Writer to) throws IOException;
    }

    private OutputFile() {
    }

    /**
     * Checks, before the work begins, that a file can be written. Changes nothing.
     *
     * @param option that names the file
     * @param file that will be written; null for none
     * @throws BusException if it cannot be written
     */
    public static void requireWritable(final String option, final Path file) {
        if (file == null) {
            return;
        }
        final Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new BusException(option + ": " + file + " is a folder: name a file");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new BusException(option + ": folder " + folder + " does not exist: create it");
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new BusException(option + ": no permission to write " + file + ": name another file");
        }
    }

    /**
     * Writes a file.
     *
     * @param file to write; null for none
     * @param content of it
     * @throws BusException if it cannot be written
     */
    public static void write(final Path file, final Content content) {
        if (file == null) {
            return;
        }
        try (Writer to = Files.newBufferedWriter(file)) {
            content.write(to);
        } catch (final IOException e) {
            throw new BusException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
