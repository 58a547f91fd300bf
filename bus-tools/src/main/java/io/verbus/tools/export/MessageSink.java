package io.verbus.tools.export;

import org.agrona.DirectBuffer;

/** Receives the messages of an export. Used by one thread. A failure is a {@link io.verbus.BusException}. */
@FunctionalInterface
interface MessageSink {
    /**
     * Takes a message.
     *
     * @param message the message alone, with its header; used during the call only
     * @param at its block
     * @param length of the block
     * @param version of its schema
     * @param reader of its fields, which has checked it
     * @param key its place in the journal, and its instrument
     * @return a part of it that is missing, as text; null if there is none
     */
    String take(DirectBuffer message, int at, int length, int version, BlockReader reader, RowKey key);
}
