package io.verbus.internal.os;

import io.verbus.BusException;
import io.verbus.FailureCause;

/** The file system, or the memory cgroup of this process, has no room for a file. */
public final class NoRoomException extends BusException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message for a person, with figures
     */
    public NoRoomException(final String message) {
        super(FailureCause.NO_ROOM, message, null);
    }
}
