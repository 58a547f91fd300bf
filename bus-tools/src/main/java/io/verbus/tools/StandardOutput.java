package io.verbus.tools;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Objects;

/**
 * The standard output of a command. It keeps the first error of a write, which {@link PrintWriter} and
 * {@link java.io.PrintStream} hide, so that a command whose output is incomplete never ends with exit status 0.
 * Thread-safe.
 */
final class StandardOutput extends OutputStream {
    /** The kernel's words for EPIPE: the reader, such as {@code head}, has read as much as it needs. */
    private static final String CLOSED_BY_READER = "Broken pipe";

    private final OutputStream target;
    private volatile IOException failure;

    StandardOutput(final OutputStream target) {
        this.target = target;
    }

    /** The process's own. */
    static StandardOutput ofProcess() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out));
    }

    /** What the process's own was set to; the JVM derives it from the terminal or the locale. */
    static Charset charset() {
        return Charset.forName(System.getProperty("stdout.encoding", Charset.defaultCharset().name()));
    }

    /** Whether something that was printed was not written. */
    boolean hasFailed() {
        return failure != null;
    }

    /** A sentence about the first error; null for a reader that has closed its end, which needs none. */
    String sentence() {
        final String reason = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
        return reason.equals(CLOSED_BY_READER)
                ? null
                : "cannot write to standard output: " + reason + "; what was printed is incomplete";
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
            throw remember(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            target.flush();
        } catch (final IOException e) {
            throw remember(e);
        }
    }

    private IOException remember(final IOException e) {
        failure = failure == null ? e : failure;
        return e;
    }
}
