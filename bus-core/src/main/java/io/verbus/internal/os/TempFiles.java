package io.verbus.internal.os;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names of unfinished files: a dot, the id of the creating process (16 hex digits), a dot, and the final name. Readers
 * ignore such files, and a sweep can check whether their creator is alive.
 */
public final class TempFiles {
    private static final int ID_LENGTH = 2 * Long.BYTES;

    private TempFiles() {
    }

    /**
     * The temporary name of a file.
     *
     * @param path final path
     * @param process id of the creating process
     * @return temporary path
     */
    public static Path of(final Path path, final long process) {
        return path.resolveSibling("." + HexFormat.of().toHexDigits(process) + "." + path.getFileName());
    }

    /**
     * The creator of a file.
     *
     * @param path of any file
     * @return id of the process, or 0 if this is not the name of an unfinished file
     */
    public static long maker(final Path path) {
        final String name = path.getFileName().toString();
        if (name.length() <= ID_LENGTH + 2 || name.charAt(0) != '.' || name.charAt(ID_LENGTH + 1) != '.'
                || !name.substring(1, ID_LENGTH + 1).chars().allMatch(HexFormat::isHexDigit)) {
            return 0;
        }
        return HexFormat.fromHexDigitsToLong(name, 1, ID_LENGTH + 1);
    }

    /**
     * The unfinished files in a directory.
     *
     * @param directory to list
     * @return the files with the ids of their creators
     * @throws BusException if the directory can't be listed
     */
    public static Map<Path, Long> in(final Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> maker(file) != 0).collect(Collectors.toMap(file -> file, TempFiles::maker));
        } catch (final NoSuchFileException e) {
            return Map.of(); // the directory was removed
        } catch (final IOException e) {
            throw new BusException("cannot list " + directory + ": " + OsErrors.of(e), e);
        }
    }
}
