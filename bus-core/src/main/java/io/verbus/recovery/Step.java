package io.verbus.recovery;

/** What a session has to go through next while it is being repaired. */
sealed interface Step permits Missing, Step.Event {
    /**
     * Something that the listener is to hear when everything before it was delivered.
     *
     * @param call of the listener
     */
    record Event(Runnable call) implements Step {}
}
