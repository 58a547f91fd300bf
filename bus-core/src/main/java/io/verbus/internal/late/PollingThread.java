package io.verbus.internal.late;

import io.verbus.internal.os.ThreadTimes;

/** The thread that polls a subscription, and its times. */
public final class PollingThread {
    /** By the polling thread. */
    private Thread thread;
    private volatile ThreadTimes times;

    /** Before the first poll. */
    public PollingThread() {
    }

    /** Notes the calling thread, if it is new. By the polling thread, in its slow path. */
    public void adopt() {
        if (thread != Thread.currentThread()) {
            thread = Thread.currentThread();
            times = ThreadTimes.ofCaller();
        }
    }

    /** Its times, null if they are not known. For the conductor, which closes them when it has seen others. */
    ThreadTimes times() {
        return times;
    }
}
