package io.verbus.rdma.link;

import io.verbus.spi.LogIdentity;

/** The end position of a write as an immediate: its low 32 bits, in units of {@link FrameLayout#ALIGNMENT}. */
final class Immediate {
    private static final int SHIFT = Integer.numberOfTrailingZeros(LogIdentity.ALIGNMENT);

    private Immediate() {
    }

    static int of(final long position) {
        return (int) (position >>> SHIFT);
    }

    /** Bytes from a position to that of an immediate, 0 to 2^37 - 32. */
    static long ahead(final int immediate, final long position) {
        return Integer.toUnsignedLong(immediate - of(position)) << SHIFT;
    }
}
