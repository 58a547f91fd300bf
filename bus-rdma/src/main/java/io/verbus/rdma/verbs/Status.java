package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.LONG_NUMBER;
import static io.verbus.rdma.verbs.NativeCall.NUMBER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What became of requests and calls, in words. Thread-safe. */
public final class Status {
    /** Completion: done. */
    public static final int SUCCESS = 0;
    /** Completion: the queue pair was in error before it was its turn. */
    public static final int FLUSHED = 5;
    /** Completion: the peer's memory is not there, or not ours to use. */
    public static final int REMOTE_ACCESS = 10;
    /** Completion: the peer does not answer. */
    public static final int RETRIES_EXCEEDED = 12;
    /** Completion: the peer had no receive posted for too long. */
    public static final int RECEIVER_NOT_READY = 13;

    static final int EPERM = -1;
    static final int ENOENT = -2;
    static final int EINTR = -4;
    static final int EAGAIN = -11;
    static final int ENOMEM = -12;
    static final int EACCES = -13;
    static final int EFAULT = -14;
    static final int EINVAL = -22;
    static final int ENODEV = -19;
    static final int EMFILE = -24;
    static final int ENOSYS = -38;
    static final int EDESTADDRREQ = -89;
    static final int EAFNOSUPPORT = -97;
    static final int EADDRINUSE = -98;
    static final int EADDRNOTAVAIL = -99;
    static final int ENETUNREACH = -101;
    static final int ECONNABORTED = -103;
    static final int ETIMEDOUT = -110;
    static final int ECONNREFUSED = -111;
    static final int EHOSTUNREACH = -113;

    /** Whose number it is; in the order of enum verbus_text_kind. */
    enum Kind {
        COMPLETION, EVENT, DEVICE_EVENT, PORT_STATE, ERRNO
    }

    private static final String MAKE_A_DEVICE = "; a software device is made by: sudo modprobe rdma_rxe &&"
            + " sudo rdma link add rxe0 type rxe netdev eth0";

    /** Half a sentence. */
    static final String NO_DEVICE = "this host has no RDMA device, or its kernel has not loaded ib_uverbs and rdma_ucm"
            + MAKE_A_DEVICE;

    private Status() {
    }

    /**
     * Of a completion.
     *
     * @param status from {@link CompletionQueue#status}
     * @return half a sentence, to stand behind a colon
     */
    public static String completion(final int status) {
        return switch (status) {
            case SUCCESS -> "done";
            case FLUSHED -> "the connection was in error before";
            case REMOTE_ACCESS -> "the peer's memory is not there, or may not be used so";
            case RETRIES_EXCEEDED -> "the peer does not answer any more";
            case RECEIVER_NOT_READY -> "the peer had no receive posted for too long";
            default -> text(Kind.COMPLETION, status);
        };
    }

    /**
     * Of a call.
     *
     * @param error negative errno that a call returned
     * @return half a sentence, to stand behind a colon: why, and what to do
     */
    public static String error(final int error) {
        return switch (error) {
            case EPERM, EACCES ->
                "no permission: the files in /dev/infiniband have to be readable and writable for this"
                        + " user";
            case ENOENT, ENOSYS -> NO_DEVICE;
            case ENOMEM -> "no memory is left, or the device has none of it left, or the limit of locked memory is too"
                    + " low (ulimit -l)";
            case EFAULT -> "the memory is not mapped, or not for writing";
            case EINVAL -> "the device or the kernel takes it for wrong or for too much";
            case ENODEV -> "no RDMA device has this address or leads to it" + MAKE_A_DEVICE;
            case EMFILE -> "this process has as many open files as it may: raise the limit (ulimit -n)";
            case EDESTADDRREQ -> "that is no numeric IPv4 or IPv6 address";
            case EAFNOSUPPORT -> "one address is IPv4, the other IPv6";
            case EADDRINUSE -> "the address is in use: choose another port, or end who has it";
            case EADDRNOTAVAIL -> "this host does not have the address";
            case ENETUNREACH, EHOSTUNREACH -> "there is no route to the address";
            case ECONNABORTED -> "the connection has ended before it began";
            case ETIMEDOUT -> "nobody answered in time";
            case ECONNREFUSED -> "nobody listens there";
            default -> text(Kind.ERRNO, -error);
        };
    }

    /** Throws what the status of a call means, if it is negative. */
    static void require(final int status, final String failure) {
        if (status < 0) {
            throw new BusException(failure + ": " + error(status));
        }
    }

    /** In the words of the library that it comes from. */
    static String text(final Kind kind, final int value) {
        final class Texts {
            static final NativeCall WRITE = NativeCall.of("verbus_text_write", NUMBER, NUMBER, POINTER, LONG_NUMBER);
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment text = arena.allocate(128);
            Texts.WRITE.call(kind.ordinal(), value, text, text.byteSize());
            return text.getString(0);
        }
    }
}
