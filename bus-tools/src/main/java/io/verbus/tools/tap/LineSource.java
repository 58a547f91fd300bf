package io.verbus.tools.tap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.verbus.BusException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;

/** Messages from lines of JSON, in a file or on standard input. */
final class LineSource implements MessageSource {
    /** Stands for standard input. */
    static final String STANDARD_INPUT = "-";

    private final MessageLines lines;
    private final String name;
    private final BufferedReader in;

    LineSource(final List<Schema> schemas, final String input) {
        lines = new MessageLines(schemas);
        name = input.equals(STANDARD_INPUT) ? "standard input" : input;
        in = open(input);
    }

    /** Characters are bytes: each line is decoded by itself, so that a wrong one is known. */
    private BufferedReader open(final String input) {
        if (input.equals(STANDARD_INPUT)) {
            return new BufferedReader(new InputStreamReader(System.in, ISO_8859_1));
        }
        if (!Files.isRegularFile(Path.of(input))) {
            throw new BusException("no file " + input + ": give one of JSON lines, or - for standard input");
        }
        try {
            return Files.newBufferedReader(Path.of(input), ISO_8859_1);
        } catch (final IOException e) {
            throw unreadable(e);
        }
    }

    private BusException unreadable(final IOException e) {
        return new BusException("cannot read " + name + ": " + e.getMessage(), e);
    }

    @Override
    public boolean next() {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (lines.encode(line.getBytes(ISO_8859_1))) {
                    return true;
                }
            }
            return false;
        } catch (final IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public DirectBuffer buffer() {
        return lines.buffer();
    }

    @Override
    public int length() {
        return lines.length();
    }

    @Override
    public String place() {
        return "line " + lines.number();
    }

    @Override
    public boolean isWhole() {
        return true;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (final IOException e) {
            throw unreadable(e);
        }
    }
}
