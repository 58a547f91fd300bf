package io.verbus.os;

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
 * Names of files in the making: a dot, the id of the process that makes them (16 hex digits), a dot, and the name that
 * they will have. So whoever looks passes them over, and who cleans up knows whether their maker lives.
 */
public final class Unfinished {
    private static final int ID_LENGTH = 2 * Long.BYTES;

    private Unfinished() {
    }

    /**
     * The name of a file in the making.
     *
     * @param path that it will have
     * @param process that makes it
     * @return path that it has until then
     */
    public static Path of(final Path path, final long process) {
        return path.resolveSibling("." + HexFormat.of().toHexDigits(process) + "." + path.getFileName());
    }

    /**
     * Who makes a file.
     *
     * @param path of any file
     * @return id of the process, or 0 if this is not the name of a file in the making
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
     * The files in the making in a directory.
     *
     * @param directory to look into
     * @return each with the id of the process that makes it
     * @throws BusException if the directory can't be listed
     */
    public static Map<Path, Long> in(final Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> maker(file) != 0).collect(Collectors.toMap(file -> file, Unfinished::maker));
        } catch (final NoSuchFileException e) {
            return Map.of(); // it has gone
        } catch (final IOException e) {
            throw new BusException("cannot list " + directory + ": " + Reason.of(e), e);
        }
    }
}
