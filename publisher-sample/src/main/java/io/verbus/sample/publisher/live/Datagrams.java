package io.verbus.sample.publisher.live;

import io.verbus.sample.publisher.mold.MoldRequester;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** Where packets come from and requests go: sockets, and in tests sockets that lose some. */
interface Datagrams extends MoldRequester {
    /** What {@link #receive} returns when nothing has come. */
    int NOTHING = -1;

    /**
     * Takes one datagram, if one has come. Never waits.
     *
     * @param into gets it, from 0; large enough for any
     * @param answersToo whether to look for answers to requests
     * @return its length in bytes, 0 or more, or {@link #NOTHING}
     */
    int receive(ByteBuffer into, boolean answersToo);

    /**
     * The sender of the newest datagram of the feed.
     *
     * @return its address; null if the newest datagram was an answer of the requested server
     */
    InetAddress sender();

    /** {@return datagrams on the request socket that the requested server did not send; they are passed over} */
    long foreignAnswers();

    /** {@return why the newest request could not be sent, for a person, or null if it was} */
    String requestFailure();
}
