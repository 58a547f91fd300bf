package io.verbus.fuzz;

import java.util.List;

/**
 * Gives bytes that may be anything to one reader, and judges what it makes of them. Used by one thread; what is costly
 * to make is made once.
 *
 * <p>A target belongs in the package of its reader, and into the list of {@link Targets}.
 */
public interface Target extends AutoCloseable {
    /**
     * Judges the reader. Whatever comes out is a finding, and so is what does not end.
     *
     * @param input may be anything; the same input, the same judgement
     */
    void run(byte[] input);

    /** {@return inputs that a sound writer would make; where fuzzing begins} */
    List<byte[]> seeds();

    @Override
    default void close() {
    }
}
