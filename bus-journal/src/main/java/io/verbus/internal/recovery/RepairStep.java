package io.verbus.internal.recovery;

/** A step in the repair of a session. */
sealed interface RepairStep permits MissingRange, RepairStep.Event {
    /**
     * An event for the listener, due when everything before it has been delivered.
     *
     * @param call of the listener
     */
    record Event(Runnable call) implements RepairStep {}
}
