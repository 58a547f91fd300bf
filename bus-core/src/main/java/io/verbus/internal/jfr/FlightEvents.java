package io.verbus.internal.jfr;

import java.util.function.Supplier;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/**
 * Commits events while a recording can receive them. Without JDK Flight Recorder in use, no event class is initialised:
 * the first one costs some 100 classes and milliseconds, on a thread that may have just found a loss. An event never
 * keeps its caller from the work that it describes.
 */
public final class FlightEvents {
    private FlightEvents() {
    }

    /**
     * Commits an event, if JDK Flight Recorder has been used in this process. Any thread.
     *
     * @param event makes it, or returns null for none; called only then
     */
    public static void commit(final Supplier<Event> event) {
        if (FlightRecorder.isInitialized()) {
            try {
                final Event made = event.get();
                if (made != null) {
                    made.commit();
                }
            } catch (final LinkageError | OutOfMemoryError e) {
                assert e != null : "an event class that could not be initialised when memory was short stays unusable";
            }
        }
    }
}
