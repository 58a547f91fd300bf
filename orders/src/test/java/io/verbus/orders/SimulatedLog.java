package io.verbus.orders;

import io.verbus.MessageWriter;
import io.verbus.Publication;
import io.verbus.Session;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A log of one session: lossless, in order, of a bounded capacity. Keeps all messages, and where their bytes were. */
public final class SimulatedLog implements MessageWriter {
    private static final int FRAME_HEADER = 16;
    private static final int ALIGNMENT = 32;
    private static final int MAX_CLAIM = 4_096;

    public final long session;
    private final int capacity;
    private final byte old;
    private final UnsafeBuffer claims = new UnsafeBuffer(new byte[MAX_CLAIM]);
    private final List<byte[]> messages = new ArrayList<>();
    private final List<Long> positions = new ArrayList<>();
    private long position;
    private int claimed = -1;
    private boolean isFull;
    private boolean isEnded;
    /** Claims until the process of the log is killed. */
    private int claimsLeft = Integer.MAX_VALUE;

    /** The process that writes a log is killed in a claim. */
    public static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    public SimulatedLog(final long session, final int capacity) {
        this(session, capacity, (byte) 0x5A);
    }

    /** Claims contain the byte, as they contain old messages in a ring that has wrapped. */
    public SimulatedLog(final long session, final int capacity, final byte old) {
        this.session = session;
        this.capacity = capacity;
        this.old = old;
    }

    @Override
    public int claim(final int length) {
        if (isKilled() || claimsLeft-- == 0) {
            throw new Killed();
        }
        claims.setMemory(0, MAX_CLAIM, old);
        claimed = isFull ? -1 : length;
        return isFull ? Publication.BACK_PRESSURED : 0;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return claims;
    }

    @Override
    public long commit() {
        if (claimed < 0) {
            throw new AssertionError("nothing is claimed");
        }
        final byte[] message = new byte[claimed];
        claims.getBytes(0, message);
        add(message);
        claimed = -1;
        return messages.size() - 1;
    }

    @Override
    public void abort() {
        claimed = -1;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public Session session() {
        return new Session("simulated", session, "test", 1, 0, "");
    }

    /** Appends foreign bytes. */
    public void add(final byte[] message) {
        messages.add(message);
        positions.add(position);
        position += FRAME_HEADER + message.length + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /** Whether claims are refused from now on. */
    public void full(final boolean full) {
        isFull = full;
    }

    /** The process of the log is killed in its next claim but so many. */
    public void killAfter(final int claims) {
        claimsLeft = claims;
    }

    public boolean isKilled() {
        return claimsLeft < 0;
    }

    public void end() {
        isEnded = true;
    }

    public boolean isEnded() {
        return isEnded;
    }

    public int size() {
        return messages.size();
    }

    public byte[] message(final int sequence) {
        return messages.get(sequence);
    }

    public UnsafeBuffer buffer(final int sequence) {
        return new UnsafeBuffer(messages.get(sequence));
    }

    /** Whether a message was overwritten by later ones. */
    public boolean isOverwritten(final int sequence) {
        return position - positions.get(sequence) > capacity;
    }

    public int oldest() {
        int sequence = 0;
        while (sequence < messages.size() && isOverwritten(sequence)) {
            sequence++;
        }
        return sequence;
    }
}
