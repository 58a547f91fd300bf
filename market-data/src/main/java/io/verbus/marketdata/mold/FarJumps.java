package io.verbus.marketdata.mold;

/**
 * Filters packets that are far ahead of all others. A single one is not accepted: one forged heartbeat would open a gap
 * that cannot be filled. It is accepted with a second one near it, unless a packet that is not far ahead came between.
 */
final class FarJumps {
    private final long farMessages;
    /** The sequence after the doubtful packet; 0 if there is none. */
    private long doubted;

    FarJumps(final long farMessages) {
        this.farMessages = farMessages;
    }

    /**
     * Checks a packet.
     *
     * @param first its sequence
     * @param next the sequence after it
     * @param received one more than the highest sequence of a received message
     * @param newest one more than the highest accepted sequence, by a claim without messages too
     * @return whether the packet is accepted
     */
    boolean accepts(final long first, final long next, final long received, final long newest) {
        final boolean isNear = next - received <= farMessages || Math.abs(next - newest) <= farMessages;
        final boolean hasWitness = doubted != 0 && Math.abs(first - doubted) <= farMessages;
        doubted = isNear || hasWitness ? 0 : next;
        return isNear || hasWitness;
    }

    void clear() {
        doubted = 0;
    }
}
