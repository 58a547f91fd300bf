package io.verbus.marketdata.source;

import java.io.Closeable;
import java.nio.file.Path;

/** The blocks of a file, in any number of passes. */
public sealed interface BlockSource extends Closeable permits StreamedBlocks, KeptBlocks {
    /**
     * Reads the file again in each pass, one block at a time.
     *
     * @param path path of the file
     * @return a source before its first block
     * @throws io.verbus.BusException if the file cannot be opened
     */
    static BlockSource streamed(final Path path) {
        return new StreamedBlocks(path);
    }

    /**
     * Reads the file into memory, if it fits; if not, it is streamed.
     *
     * @param path path of the file
     * @param limitBytes maximum size of the uncompressed file
     * @return a source before its first block
     * @throws io.verbus.BusException if the file cannot be read
     */
    static BlockSource kept(final Path path, final long limitBytes) {
        final BlockSource kept = KeptBlocks.load(path, limitBytes);
        return kept == null ? streamed(path) : kept;
    }

    /**
     * Returns the next block.
     *
     * @return the block, valid until the next call, or null at the end of the file
     * @throws io.verbus.BusException if the file cannot be read further
     */
    Block next();

    /** {@return the file} */
    Path path();

    /** Returns to the position before the first block. */
    void rewind();

    /** {@return the end of the file, after {@link #next()} has returned null} */
    Tail tail();

    /** {@return the fraction of the file that has been read, from 0 to 1} */
    double fraction();

    @Override
    void close();
}
