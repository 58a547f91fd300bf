package io.verbus.latency.control;

import io.verbus.BusException;
import io.verbus.latency.worker.ControlLine;

/**
 * Verbs and words of the control connection. The client sends {@link #HELLO}, then numbered orders; the server answers
 * each with its number. The connection carries no measured message.
 */
public final class Control {
    /** Version of this protocol, and of the orders in {@link io.verbus.latency.measure.Orders}. */
    public static final int VERSION = 2;

    /** Client: version, build, and address of its side. */
    public static final String HELLO = "hello";
    /** Server: accepted; its address, build, core, programs and machine. */
    public static final String WELCOME = "welcome";
    /** Server: refused or failed, with the cause. */
    public static final String FAILED = "failed";
    /** Server: done. */
    public static final String DONE = "done";
    /** Client: start the far side of a subject. */
    public static final String START = "start";
    /** Client: an order to a far side, as text. */
    public static final String ORDER = "order";
    /** Client: freeze a far side. */
    public static final String FREEZE = "freeze";
    /** Client: resume a far side. */
    public static final String THAW = "thaw";
    /** Client: end a far side. */
    public static final String STOP = "stop";
    /** Client: start the server of a program in C. */
    public static final String PROGRAM = "program";
    /** Client: wait for the end of that server; the answer has its output. */
    public static final String PROGRAM_END = "programEnd";
    /** Client: start the feed handler of the demo, or check that it has not failed; the answer has its session. */
    public static final String FEED = "feed";
    /** Client: the measurement is complete. */
    public static final String BYE = "bye";

    /** Version of the protocol. */
    public static final String PROTOCOL = "protocol";
    /** Version and commit of the sender. */
    public static final String BUILD = "build";
    /** Command of the client, which is also that of the server: {@code ./bus perf --transport tcp}. */
    public static final String COMMAND = "command";
    /** Address of the sender, to which the subjects of the other side connect. */
    public static final String ADDRESS = "address";
    /** Core of the server's spinning thread; absent: not pinned. */
    public static final String CORE = "core";
    /** Why the server has no RDMA; absent: it has. */
    public static final String NO_RDMA = "noRdma";
    /** Prefix of the names of programs in C that the server has. */
    public static final String HAS = "has-";
    /** Prefix of a fact about the server's machine; its number follows. */
    public static final String FACT = "fact";
    /** Number of an order, and of its answer. */
    public static final String NUMBER = "number";
    /** Number of a far side. */
    public static final String SIDE = "side";
    /** An order or an answer of a far side. */
    public static final String TEXT = "text";
    /** Name of a subject that is a program in C. */
    public static final String NAME = "name";
    /** Bytes of a message. */
    public static final String PAYLOAD = "payload";
    /** Messages that such a program expects. */
    public static final String COUNT = "count";
    /** Whether the thread of a far side is pinned: 1 or 0. */
    public static final String PINNED = "pinned";
    /** The reason of a failure. */
    public static final String CAUSE = "cause";

    /** Longest printed version of a peer. */
    private static final int MAX_VERSION = 20;

    private Control() {
    }

    /**
     * Refuses a peer of another version.
     *
     * @param side the peer: {@code client} or {@code server}
     * @param first its first line
     * @throws BusException if it has another version, or none
     */
    public static void requireVersion(final String side, final ControlLine first) {
        final String protocol = first.text(PROTOCOL);
        if (!protocol.equals(Integer.toString(VERSION))) {
            throw new BusException("incompatible " + side + ": protocol version "
                    + ControlLine.oneLine(protocol, MAX_VERSION) + ", expected " + VERSION
                    + ": run the same release on both hosts");
        }
    }

    /**
     * Refuses a peer without a numeric address.
     *
     * @param side the peer: {@code client} or {@code server}
     * @param first its first line
     * @throws BusException if its address is not numeric, or absent
     */
    public static void requireAddress(final String side, final ControlLine first) {
        if (!first.text(ADDRESS).matches("[0-9A-Fa-f:.]{2,45}")) {
            throw new BusException("invalid address of the " + side + ": expected a numeric one");
        }
    }
}
