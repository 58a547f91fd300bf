package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.LONG_NUMBER;
import static io.verbus.rdma.verbs.NativeCall.NUMBER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Results of requests and calls, as text. Thread-safe. */
public final class Status {
    /** Completion: success. */
    public static final int SUCCESS = 0;
    /** Completion: the queue pair entered the error state before the request was executed. */
    public static final int FLUSHED = 5;
    /** Completion: the peer's memory is not registered, or the access is not permitted. */
    public static final int REMOTE_ACCESS = 10;
    /** Completion: the peer does not answer. */
    public static final int RETRIES_EXCEEDED = 12;
    /** Completion: the peer had no receive posted for too long. */
    public static final int RECEIVER_NOT_READY = 13;

    /** Instead of a completion: the completion queue has failed. */
    public static final int QUEUE_FAILED = -2;

    static final int EPERM = -1;
    static final int ENOENT = -2;
    static final int EINTR = -4;
    static final int EIO = -5;
    static final int EAGAIN = -11;
    static final int ENOMEM = -12;
    static final int EACCES = -13;
    static final int EFAULT = -14;
    static final int EINVAL = -22;
    static final int ENODEV = -19;
    static final int EMFILE = -24;
    static final int ENOSYS = -38;
    static final int EDESTADDRREQ = -89;
    static final int EOPNOTSUPP = -95;
    static final int EAFNOSUPPORT = -97;
    static final int EADDRINUSE = -98;
    static final int EADDRNOTAVAIL = -99;
    static final int ENETUNREACH = -101;
    static final int ECONNABORTED = -103;
    static final int ECONNRESET = -104;
    static final int ETIMEDOUT = -110;
    static final int ECONNREFUSED = -111;
    static final int EHOSTUNREACH = -113;

    /** Origin of a number, in the order of enum verbus_text_kind. */
    enum Kind {
        COMPLETION, EVENT, DEVICE_EVENT, PORT_STATE, ERRNO
    }

    private static final String CREATE_DEVICE = "; create a software device by: sudo modprobe rdma_rxe &&"
            + " sudo rdma link add rxe0 type rxe netdev eth0";

    /** Phrase for an error message. */
    static final String NO_DEVICE = "this host has no RDMA device, or its kernel has not loaded ib_uverbs and rdma_ucm"
            + CREATE_DEVICE;

    private Status() {
    }

    /**
     * Text of a completion status.
     *
     * @param status from {@link CompletionQueue#status}
     * @return phrase to follow a colon
     */
    public static String completion(final int status) {
        return switch (status) {
            case SUCCESS -> "success";
            case FLUSHED -> "the connection was already in error";
            case REMOTE_ACCESS -> "the peer's memory is not registered, or the access is not permitted";
            case RETRIES_EXCEEDED -> "the peer no longer answers";
            case QUEUE_FAILED -> "its completion queue has failed: check the device's driver and firmware";
            case RECEIVER_NOT_READY -> "the peer had no receive posted for too long";
            default -> text(Kind.COMPLETION, status);
        };
    }

    /**
     * Text of an error.
     *
     * @param error negative errno that a call returned
     * @return phrase to follow a colon: cause and remedy
     */
    public static String error(final int error) {
        return switch (error) {
            case EPERM, EACCES ->
                "no permission: make the files in /dev/infiniband readable and writable for this"
                        + " user";
            case ENOENT -> NO_DEVICE;
            case ENOSYS -> "the kernel or the RDMA libraries do not support it: use newer ones";
            case ENOMEM -> "out of memory or device resources, or the limit of locked memory is too"
                    + " low (ulimit -l)";
            case EFAULT -> "the memory is not mapped, or not writable";
            case EINVAL -> "the device or the kernel rejects it as invalid or above its limits";
            case ENODEV -> "no RDMA device has this address or leads to it" + CREATE_DEVICE;
            case EMFILE -> "too many open files: raise the limit (ulimit -n)";
            case EDESTADDRREQ -> "not a numeric IPv4 or IPv6 address";
            case EAFNOSUPPORT -> "one address is IPv4, the other IPv6";
            case EADDRINUSE -> "the address is in use: choose another port, or end the process that uses it";
            case EADDRNOTAVAIL -> "this host does not have the address";
            case ENETUNREACH, EHOSTUNREACH -> "no route to the address";
            case ECONNABORTED -> "the connection has ended before it was established";
            case ECONNRESET -> "the peer has reset the connection";
            case ETIMEDOUT -> "no answer in time";
            case ECONNREFUSED -> "no listener there";
            default -> text(Kind.ERRNO, -error);
        };
    }

    /** Text for a device without reliable connections. */
    static String unreliable(final String device) {
        return "the RDMA device " + device + " has no reliable connections, as AWS EFA: use one with InfiniBand, RoCE"
                + " or iWARP";
    }

    /** Throws the text of a status if it is negative. */
    static void require(final int status, final String failure) {
        if (status < 0) {
            throw new BusException(failure + ": " + error(status));
        }
    }

    /** Text from the library that defines the number. */
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
