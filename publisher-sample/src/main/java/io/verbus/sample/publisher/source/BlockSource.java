package io.verbus.sample.publisher.source;

import java.io.Closeable;
import java.nio.file.Path;

/** The blocks of a file, as often as they are wanted. */
public sealed interface BlockSource extends Closeable permits StreamedBlocks, KeptBlocks {
    /**
     * Reads the file anew in each pass, one block at a time.
     *
     * @param path of the file
     * @return a source that stands before the first block
     * @throws io.verbus.BusException if the file can't be opened
     */
    static BlockSource streamed(final Path path) {
        return new StreamedBlocks(path);
    }

    /**
     * Reads the file into memory, if it fits; if not, it is streamed.
     *
     * @param path of the file
     * @param limitBytes most bytes that it may have, uncompressed
     * @return a source that stands before the first block
     * @throws io.verbus.BusException if the file can't be read
     */
    static BlockSource kept(final Path path, final long limitBytes) {
        final BlockSource kept = KeptBlocks.load(path, limitBytes);
        return kept == null ? streamed(path) : kept;
    }

    /**
     * The next block.
     *
     * @return the block, valid until the next call, or null at the end of the file
     * @throws io.verbus.BusException if the file can't be read further
     */
    Block next();

    /** {@return the file} */
    Path path();

    /** Goes back to before the first block. */
    void rewind();

    /** {@return how the file ends, once {@link #next()} has returned null} */
    Tail tail();

    /** {@return how much of the file the blocks so far are, from 0 to 1} */
    double fraction();

    @Override
    void close();
}
