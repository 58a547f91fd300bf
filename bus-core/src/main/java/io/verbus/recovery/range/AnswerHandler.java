package io.verbus.recovery.range;

import io.verbus.Action;
import org.agrona.DirectBuffer;

/** Receives what an answer to a request for a range says, checked for sense message by message. */
public interface AnswerHandler {
    /**
     * A message, or a part of it. What it says of itself has been checked: the part lies within the message, and the
     * sequences are a range.
     *
     * @param buffer holds the part
     * @param offset of the part's first byte
     * @param length of the part in bytes
     * @param message that it belongs to; valid until this call returns
     * @return {@link Action#NOT_TAKEN} to get it again
     */
    Action onPart(DirectBuffer buffer, int offset, int length, RangeAnswer message);

    /**
     * Messages that are not in the journal; the answer goes on behind them. Parts of a message that have come just
     * before are given up: damage on disk can come to light when a part of the message has been sent.
     *
     * @param first sequence that is missing
     * @param last sequence that is missing
     * @param cause in words
     */
    void onMissing(long first, long last, String cause);

    /**
     * The answer is over.
     *
     * @param next first sequence that it does not serve
     * @param reason why
     * @param cause the same in words; empty when it is complete
     */
    void onEnd(long next, EndReason reason, String cause);
}
