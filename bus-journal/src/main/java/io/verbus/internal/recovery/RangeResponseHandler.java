package io.verbus.internal.recovery;

import io.verbus.Action;
import io.verbus.GapCause;
import org.agrona.DirectBuffer;

/** Receives the contents of a range response, checked message by message. */
public interface RangeResponseHandler {
    /**
     * A message, or a part of it. Its header has been checked: the part is within the message, and the sequences are a
     * range.
     *
     * @param buffer holds the part
     * @param offset of the part's first byte
     * @param length of the part in bytes
     * @param message of the part; valid until this call returns
     * @return {@link Action#NOT_TAKEN} to get it again
     */
    Action onPart(DirectBuffer buffer, int offset, int length, RangeResponse message);

    /**
     * Messages that are not in the journal; the response continues after them. Preceding parts of an incomplete message
     * are discarded: the recorder may find damage on disk after it has sent a part of the message.
     *
     * @param first missing sequence
     * @param last missing sequence
     * @param cause of the gap
     * @param description the cause in words
     */
    void onMissing(long first, long last, GapCause cause, String description);

    /**
     * End of the response.
     *
     * @param next first sequence that it does not serve
     * @param reason of the end
     * @param cause the reason in words; empty if the range is complete
     */
    void onEnd(long next, RangeEndReason reason, String cause);
}
