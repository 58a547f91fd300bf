package io.verbus.rdma.verbs;

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

    private Status() {
    }

    /**
     * Of a completion.
     *
     * @param status from {@link CompletionQueue#status}
     * @return half a sentence, to stand behind a colon
     */
    public static String completion(final int status) {
        throw new UnsupportedOperationException();
    }

    /**
     * Of a call.
     *
     * @param error negative errno that a call returned
     * @return half a sentence, to stand behind a colon
     */
    public static String error(final int error) {
        throw new UnsupportedOperationException();
    }
}
