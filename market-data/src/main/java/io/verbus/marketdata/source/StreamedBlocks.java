package io.verbus.marketdata.source;

import java.nio.file.Path;

/** Reads a file of any size through a single block. */
final class StreamedBlocks implements BlockSource {
    private final Path path;
    private final Block block = new Block();
    private FramedFile file;

    StreamedBlocks(final Path path) {
        this.path = path;
        file = FramedFile.open(path);
    }

    @Override
    public Block next() {
        return file.read(block) ? block : null;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public void rewind() {
        file.close();
        file = FramedFile.open(path);
    }

    @Override
    public Tail tail() {
        return file.tail();
    }

    @Override
    public double fraction() {
        return (double) file.readBytes() / file.sizeBytes();
    }

    @Override
    public void close() {
        file.close();
    }
}
