package io.verbus.sample.publisher.mold;

/**
 * Packets that are far ahead of all others. One alone is not believed: a single forged heartbeat would open a gap that
 * cannot be filled. It is believed with a second one near it, unless a packet that is not far ahead came between.
 */
final class FarJumps {
    private final long farMessages;
    /** The sequence after the packet that is in doubt; 0: there is none. */
    private long doubted;

    FarJumps(final long farMessages) {
        this.farMessages = farMessages;
    }

    /**
     * Judges a packet.
     *
     * @param first its sequence
     * @param next the sequence after it
     * @param newest one more than the highest sequence that is believed
     * @return whether it is believed
     */
    boolean believes(final long first, final long next, final long newest) {
        final boolean isNear = next - newest <= farMessages;
        final boolean hasWitness = doubted != 0 && Math.abs(first - doubted) <= farMessages;
        doubted = isNear || hasWitness ? 0 : next;
        return isNear || hasWitness;
    }

    void clear() {
        doubted = 0;
    }
}
