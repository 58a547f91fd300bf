package io.verbus.latency.subject.aeron;

import io.aeron.driver.MediaDriver;
import io.verbus.latency.subject.Place;

/** The media driver, which the clients of Aeron share. */
public final class AeronDriver implements AutoCloseable {
    private final MediaDriver driver;

    private AeronDriver(final MediaDriver driver) {
        this.driver = driver;
    }

    /**
     * Starts a driver for shared memory.
     *
     * @param place where the processes meet
     * @return the running driver
     */
    public static AutoCloseable ipc(final Place place) {
        return new AeronDriver(MediaDriver.launch(AeronSettings.driver(place, false)));
    }

    /**
     * Starts a driver for UDP.
     *
     * @param place where the processes meet
     * @return the running driver
     */
    public static AutoCloseable udp(final Place place) {
        return new AeronDriver(MediaDriver.launch(AeronSettings.driver(place, true)));
    }

    @Override
    public void close() {
        driver.close();
    }
}
