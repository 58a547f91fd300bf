package io.verbus.spi;

import java.net.URI;

/** A publication that connects to one listening subscription. Called by the conductor. */
public interface LogConnector extends LogAcceptor {
    /**
     * Reports that an attempt of {@link Transport#connect(URI, LogConnector)} has failed.
     *
     * @param to address of the attempt
     * @param cause with the remedy, for operators
     */
    void failed(URI to, String cause);
}
