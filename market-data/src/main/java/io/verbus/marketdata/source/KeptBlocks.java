package io.verbus.marketdata.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file in memory, so that no pass waits for the disk or gzip. */
final class KeptBlocks implements BlockSource {
    private final Path path;
    private final List<Block> blocks;
    private final Tail tail;
    private int next;

    private KeptBlocks(final Path path, final List<Block> blocks, final Tail tail) {
        this.path = path;
        this.blocks = blocks;
        this.tail = tail;
    }

    /** Returns null if the file exceeds the limit. */
    static KeptBlocks load(final Path path, final long limitBytes) {
        try (FramedFile file = FramedFile.open(path)) {
            if (file.sizeBytes() > limitBytes) {
                return null;
            }
            final List<Block> blocks = new ArrayList<>();
            Block block = new Block();
            while (file.read(block)) {
                blocks.add(block);
                if ((long) blocks.size() * Block.CAPACITY > limitBytes) {
                    return null;
                }
                block = new Block();
            }
            return new KeptBlocks(path, blocks, file.tail());
        }
    }

    @Override
    public Block next() {
        return next < blocks.size() ? blocks.get(next++) : null;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public void rewind() {
        next = 0;
    }

    @Override
    public Tail tail() {
        return tail;
    }

    @Override
    public double fraction() {
        return (double) next / Math.max(1, blocks.size());
    }

    @Override
    public void close() {
        blocks.clear();
    }
}
