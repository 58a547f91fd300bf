package io.verbus.marketdata.live;

import io.verbus.marketdata.mold.MoldRequester;
import java.io.Closeable;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** Receives packets and sends requests: sockets, captures, and in tests sockets that lose packets. */
interface Datagrams extends MoldRequester, Closeable {
    /** Result of {@link #receive} if there is no datagram. */
    int NOTHING = -1;

    /**
     * Receives one datagram, if there is one. Never blocks.
     *
     * @param into receives the datagram, from 0; large enough for any
     * @param withAnswers whether to receive answers to requests too
     * @return its length in bytes, 0 or more, or {@link #NOTHING}
     */
    int receive(ByteBuffer into, boolean withAnswers);

    /** {@return number of sides on which the session is received} */
    int sides();

    /** {@return the side of the latest datagram, from 0; any if it was an answer} */
    int side();

    /** {@return whether requests can be sent} */
    boolean hasServer();

    /** {@return whether no datagram will follow} */
    boolean isExhausted();

    /** {@return fraction of the datagrams that have been received, from 0 to 1; 0 if their number is unknown} */
    double fraction();

    /**
     * Returns the sender of the latest datagram.
     *
     * @return its address; null if the datagram was an answer of the re-request server
     */
    InetAddress sender();

    /** {@return datagrams on the request socket from other senders than the re-request server; they are skipped} */
    long foreignAnswers();

    /** {@return why the latest request could not be sent, as text; null if it was sent} */
    String requestFailure();

    @Override
    void close();
}
