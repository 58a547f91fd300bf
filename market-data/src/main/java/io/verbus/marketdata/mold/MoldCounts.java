package io.verbus.marketdata.mold;

/** Packet and message counts. Written by the receiver only; for one thread. */
public final class MoldCounts {
    long packets;
    long malformed;
    long strayPackets;
    long doubtedPackets;
    long latePackets;
    long falseEnds;
    long heartbeats;
    long messages;
    long recovered;
    long repeated;
    long heldPackets;
    long refusedPackets;
    long gaps;
    long requests;
    long lost;

    MoldCounts() {
    }

    /** {@return received datagrams of any kind} */
    public long packets() {
        return packets;
    }

    /** {@return skipped datagrams that are not complete packets of the format} */
    public long malformed() {
        return malformed;
    }

    /** {@return skipped packets of another session or sender} */
    public long strayPackets() {
        return strayPackets;
    }

    /** {@return skipped packets that were far ahead, without a second one that confirmed them} */
    public long doubtedPackets() {
        return doubtedPackets;
    }

    /** {@return skipped packets that their side had passed; of IEX-TP only, where they can also be of a restart} */
    public long latePackets() {
        return latePackets;
    }

    /** {@return announced ends after which the session continued} */
    public long falseEnds() {
        return falseEnds;
    }

    /** {@return heartbeats and ends of session} */
    public long heartbeats() {
        return heartbeats;
    }

    /** {@return delivered messages} */
    public long messages() {
        return messages;
    }

    /** {@return delivered messages that filled a gap} */
    public long recovered() {
        return recovered;
    }

    /** {@return duplicate messages, which were not delivered again; with several sides most messages are} */
    public long repeated() {
        return repeated;
    }

    /** {@return early packets that were held} */
    public long heldPackets() {
        return heldPackets;
    }

    /** {@return early packets that were dropped for lack of room, and requested later} */
    public long refusedPackets() {
        return refusedPackets;
    }

    /** {@return detected gaps} */
    public long gaps() {
        return gaps;
    }

    /** {@return sent requests, including repeated ones} */
    public long requests() {
        return requests;
    }

    /** {@return lost messages} */
    public long lost() {
        return lost;
    }
}
