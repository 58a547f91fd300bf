package io.verbus.sample.publisher.mold;

/** What came of the packets. Written by the receiver only; for one thread. */
public final class MoldCounts {
    long packets;
    long malformed;
    long strayPackets;
    long doubtedPackets;
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

    /** {@return datagrams that came, of any kind} */
    public long packets() {
        return packets;
    }

    /** {@return datagrams that are not whole MoldUDP64 packets: passed over} */
    public long malformed() {
        return malformed;
    }

    /** {@return packets of another session or sender than the one that is followed: passed over} */
    public long strayPackets() {
        return strayPackets;
    }

    /** {@return packets that were far ahead, and had no second one to agree with them: passed over} */
    public long doubtedPackets() {
        return doubtedPackets;
    }

    /** {@return ends of the session after which it continued} */
    public long falseEnds() {
        return falseEnds;
    }

    /** {@return heartbeats and ends of session} */
    public long heartbeats() {
        return heartbeats;
    }

    /** {@return messages that were delivered} */
    public long messages() {
        return messages;
    }

    /** {@return those of {@link #messages()} that filled a gap} */
    public long recovered() {
        return recovered;
    }

    /** {@return messages that came again, and were not delivered again} */
    public long repeated() {
        return repeated;
    }

    /** {@return packets that came before their turn, and were kept} */
    public long heldPackets() {
        return heldPackets;
    }

    /** {@return packets that came before their turn and had no room: asked for later} */
    public long refusedPackets() {
        return refusedPackets;
    }

    /** {@return gaps that were found} */
    public long gaps() {
        return gaps;
    }

    /** {@return requests that were made, repeated ones too} */
    public long requests() {
        return requests;
    }

    /** {@return messages that are lost for good} */
    public long lost() {
        return lost;
    }
}
