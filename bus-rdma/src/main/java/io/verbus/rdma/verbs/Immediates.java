package io.verbus.rdma.verbs;

/**
 * Which devices support WRITE with immediate. InfiniBand and RoCE require it. iWARP got it late, with RFC 7306, and no
 * call reports whether a device has it, so the iWARP devices that have it are listed here.
 */
final class Immediates {
    private static final int INTEL = 0x8086;
    private static final int CHELSIO = 0x1425;
    /** Of Intel, without immediates: X722. */
    private static final int FIRST_X722 = 0x37C0;
    private static final int LAST_X722 = 0x37DF;
    /** Bits of Chelsio's part number that are the generation. */
    private static final int GENERATION_SHIFT = 12;
    private static final int T6 = 6;

    private Immediates() {
    }

    static boolean areSupported(final boolean iwarp, final int vendor, final int part) {
        return !iwarp || switch (vendor) {
            case INTEL -> part < FIRST_X722 || part > LAST_X722;
            case CHELSIO -> part >> GENERATION_SHIFT >= T6;
            default -> false;
        };
    }
}
