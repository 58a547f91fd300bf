package io.verbus.os;

import io.verbus.BusException;

/** A file that its file system, or the memory cgroup of this process, has no room for. */
public final class NoRoomException extends BusException {
    private static final long serialVersionUID = 1L;

    /**
     * With a sentence.
     *
     * @param message one sentence for a person, with figures
     */
    public NoRoomException(final String message) {
        super(message);
    }
}
