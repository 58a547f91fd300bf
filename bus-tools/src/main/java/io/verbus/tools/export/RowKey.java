package io.verbus.tools.export;

import io.verbus.Header;
import io.verbus.journal.RecordHeader;

/** The values that a row has from its place in the journal, and the instruments that are known there. */
final class RowKey {
    private static final int MAX_DEPTH = 64;

    private final boolean hasMessages;
    /** Index of the current entry of each group, from the outermost. */
    private final int[] entries = new int[MAX_DEPTH];
    private InstrumentNames.Position instruments;
    private int session;
    private long sessionId;
    private long sequence;
    private long receivedNs;
    private long publishedNs;
    private int message;

    /** With the number of a message in its packet, or without. */
    RowKey(final boolean hasMessages) {
        this.hasMessages = hasMessages;
    }

    /** Begins a session, by its code. */
    void begin(final int code, final InstrumentNames.Position position) {
        session = code;
        instruments = position;
    }

    /** Moves to a packet. */
    void moveTo(final RecordHeader header) {
        sessionId = header.session();
        sequence = header.sequence();
        receivedNs = header.receivedNs();
        publishedNs = header.publishedNs();
        message = -1;
        instruments.moveTo(sequence);
    }

    /** Moves to the next message of the packet. */
    void nextMessage() {
        message++;
    }

    /** Moves to an entry of a group. */
    void moveTo(final int depth, final int entry) {
        entries[depth] = entry;
    }

    InstrumentNames.Position instruments() {
        return instruments;
    }

    long sessionId() {
        return sessionId;
    }

    long sequence() {
        return sequence;
    }

    long receivedNs() {
        return receivedNs;
    }

    /** As {@link RecordHeader#publishedNs()}. */
    long publishedNs() {
        return publishedNs;
    }

    /** Number of the message in its packet, from 0. */
    int message() {
        return message;
    }

    /** Writes the key of a row at a depth: 0 for a message, 1 for an entry of its groups. */
    void write(final RowWriter row, final int depth) {
        row.putCode(session);
        row.putLong(sequence);
        if (hasMessages) {
            row.putLong(message);
        }
        for (int i = 1; i <= depth; i++) {
            row.putLong(entries[i]);
        }
        if (depth == 0) {
            row.putLong(receivedNs);
            if (publishedNs == Header.NO_TIMESTAMP) {
                row.putNull();
            } else {
                row.putLong(publishedNs);
            }
        }
    }
}
