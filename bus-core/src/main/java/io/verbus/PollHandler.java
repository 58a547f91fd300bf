package io.verbus;

import org.agrona.DirectBuffer;

/** Receives messages on the polling thread. */
@FunctionalInterface
public interface PollHandler {
    /**
     * Receives one message. The bytes are valid until this call returns: keep a copy, not the buffer.
     *
     * <p>If this method throws, the message counts as consumed, the failure is counted for the subscription and passed
     * to the listener ({@link SessionEvent.Failed}), and the exception goes to the error handler of the bus. A
     * {@link VirtualMachineError} is thrown by {@code poll} instead.
     *
     * @param buffer contains the message; bounds-checked; read only
     * @param offset of the message's first byte in {@code buffer}
     * @param length of the message in bytes
     * @param header of the frame that carried it, valid until this call returns
     * @return {@link Action#TAKEN}, or {@link Action#NOT_TAKEN} to stop before this message and receive it again
     */
    Action onMessage(DirectBuffer buffer, int offset, int length, Header header);
}
