package io.verbus.tools.errors;

import io.verbus.monitor.ErrorLog;

/**
 * The errors of one process.
 *
 * @param process id in the bus directory
 * @param alive whether the process is running
 * @param log its errors
 */
record ProcessErrors(long process, boolean alive, ErrorLog log) {
    /** Number of occurrences without an entry, because the log was full. */
    long unstored() {
        return Math.max(0, log.reported() - log.entries().stream().mapToLong(ErrorLog.Entry::count).sum());
    }

    /** Such as 4711, or 4711, ended. */
    String title() {
        return log.pid() + (alive ? "" : ", ended");
    }
}
