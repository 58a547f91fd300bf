package io.verbus.peer;

/**
 * Messages that a subscription did not get and will not get.
 *
 * @param session that they belong to
 * @param first sequence that is missing
 * @param last sequence that is missing, at least {@code first}
 * @param epochNs when it was found, nanoseconds UTC since 1970
 * @param cause in words
 */
public record Gap(Session session, long first, long last, long epochNs, String cause) {
    /** {@return the number of sequences missing} */
    public long count() {
        return last - first + 1;
    }
}
