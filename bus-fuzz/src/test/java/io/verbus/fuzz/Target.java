package io.verbus.fuzz;

import java.util.List;

/**
 * Passes arbitrary bytes to one reader and checks the result. Single-threaded; expensive objects are created once.
 *
 * <p>A target is in the package of its reader and in the list of {@link Targets}.
 */
public interface Target extends AutoCloseable {
    /**
     * Runs the reader. Every exception is a finding, and so is an endless run.
     *
     * @param input any bytes; the same input gives the same result
     */
    void run(byte[] input);

    /** {@return inputs of a correct writer, with which fuzzing starts} */
    List<byte[]> seeds();

    @Override
    default void close() {
    }
}
