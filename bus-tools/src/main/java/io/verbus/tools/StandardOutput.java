package io.verbus.tools;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Objects;

/**
 * The standard output of a command. Records the first write error, which {@link PrintWriter} and
 * {@link java.io.PrintStream} hide, so that a command with incomplete output never ends with exit status 0.
 * Thread-safe.
 */
final class StandardOutput extends OutputStream {
    /** Error text of EPIPE: the reader, such as {@code head}, has closed its end of the pipe. */
    private static final String CLOSED_BY_READER = "Broken pipe";

    private final OutputStream target;
    private volatile IOException failure;

    StandardOutput(final OutputStream target) {
        this.target = target;
    }

    /** The standard output of this process. */
    static StandardOutput ofProcess() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out));
    }

    /** The character set of standard output, which the JVM derives from the terminal or the locale. */
    static Charset charset() {
        return Charset.forName(System.getProperty("stdout.encoding", Charset.defaultCharset().name()));
    }

    /** Whether a write has failed. */
    boolean hasFailed() {
        return failure != null;
    }

    /** The message for the first error; null for a closed pipe, which needs none. */
    String failureMessage() {
        final String reason = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
        return reason.equals(CLOSED_BY_READER)
                ? null
                : "cannot write to standard output: " + reason + ": the output is incomplete";
    }

    @Override
    public void write(final int b) throws IOException {
        write(new byte[]{(byte) b}, 0, 1);
    }

    @Override
    public void write(final byte[] bytes, final int offset, final int length) throws IOException {
        try {
            target.write(bytes, offset, length);
        } catch (final IOException e) {
            throw recordFirst(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            target.flush();
        } catch (final IOException e) {
            throw recordFirst(e);
        }
    }

    private IOException recordFirst(final IOException e) {
        failure = failure == null ? e : failure;
        return e;
    }
}
