package io.verbus;

/**
 * Messages that a subscription did not get.
 *
 * @param session that they belong to
 * @param first sequence that is missing
 * @param last sequence that is missing, at least {@code first}
 * @param cause in words
 */
public record Gap(Session session, long first, long last, String cause) {
    /** {@return the number of messages missing} */
    public long count() {
        return last - first + 1;
    }
}
