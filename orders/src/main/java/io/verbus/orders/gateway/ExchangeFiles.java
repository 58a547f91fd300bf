package io.verbus.orders.gateway;

import io.verbus.BusException;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.InstrumentFile;
import io.verbus.matching.script.ListedSeat;
import io.verbus.matching.script.ScriptException;
import io.verbus.orders.SeatSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Reads an exchange file and the files that it names; their paths are relative to its folder. */
public final class ExchangeFiles {
    private final Path file;
    private final InstrumentFile instruments;

    /**
     * For an exchange file that lists its instruments itself; opens nothing.
     *
     * @param file path of the exchange file; {@link #read} refuses an {@code instruments} line
     */
    public ExchangeFiles(final Path file) {
        this(file, (line, named) -> {
            throw new ScriptException(line, "instruments of another file are not supported here: list each by an"
                    + " instrument line");
        });
    }

    /**
     * For one exchange file; opens nothing.
     *
     * @param file path of the exchange file
     * @param instruments reads files that {@code instruments} lines name
     */
    public ExchangeFiles(final Path file, final InstrumentFile instruments) {
        this.file = file;
        this.instruments = instruments;
    }

    /**
     * Reads the exchange file.
     *
     * @return instruments, seats and limits
     * @throws BusException if a file cannot be read, or a line is invalid, which the message names
     */
    public ExchangeFile read() {
        try {
            return ExchangeFile.read(lines(), (line, named) -> instruments.read(line, resolve(named)));
        } catch (final ScriptException e) {
            throw new BusException(file + ", " + e.getMessage(), e);
        }
    }

    /**
     * Reads the secret of a seat.
     *
     * @param seat of the exchange file
     * @return its secret
     * @throws BusException if there is none, or others can read its file
     */
    public SeatSecret secret(final ListedSeat seat) {
        try {
            return SeatSecret.read(Path.of(resolve(seat.secretFile())));
        } catch (final BusException e) {
            throw new BusException(file + ", line " + seat.line() + ": " + e.getMessage(), e);
        } catch (final InvalidPathException e) {
            throw new BusException(file + ", line " + seat.line() + ": no file can be named " + seat.secretFile(), e);
        }
    }

    private List<String> lines() {
        if (!Files.exists(file)) {
            throw new BusException("there is no exchange file " + file);
        }
        if (Files.isDirectory(file)) {
            throw new BusException(file + " is a folder: name an exchange file in it");
        }
        try {
            return Files.readAllLines(file);
        } catch (final IOException e) {
            throw new BusException("exchange file " + file + " cannot be read as text: " + e.getMessage(), e);
        }
    }

    private String resolve(final String named) {
        final Path folder = file.toAbsolutePath().getParent();
        return folder == null ? named : folder.resolve(named).toString();
    }
}
