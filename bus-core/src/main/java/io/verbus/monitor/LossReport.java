package io.verbus.monitor;

import io.verbus.BusException;
import io.verbus.internal.monitor.LossReportFile;
import java.nio.file.Path;
import java.util.List;

/**
 * The loss report of a bus directory, for reading, also while processes append to it. When it is
 * full, each new loss overwrites the oldest.
 */
public final class LossReport implements AutoCloseable {
    private final LossReportFile file;

    private LossReport(final LossReportFile file) {
        this.file = file;
    }

    /**
     * Opens the report of a bus directory for reading, also if no bus is running.
     *
     * @param path of the file, which exists
     * @return the report
     * @throws BusException if this build can't read it
     */
    public static LossReport openReadOnly(final Path path) {
        return new LossReport(LossReportFile.openReadOnly(path));
    }

    /** {@return the losses in the report, oldest first; those that are being written may be absent} */
    public List<Loss> losses() {
        return file.losses();
    }

    /** {@return the number of overwritten losses, including those of killed writers} */
    public long overwritten() {
        return file.overwritten();
    }

    /** Unmaps the report. Verbus never removes the file. */
    @Override
    public void close() {
        file.close();
    }
}
