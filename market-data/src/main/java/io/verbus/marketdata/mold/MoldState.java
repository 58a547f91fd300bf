package io.verbus.marketdata.mold;

/** State of the session of a receiver. */
public enum MoldState {
    /** No packet has been received. */
    SILENT,
    /** All known messages are delivered. */
    LIVE,
    /** Messages are missing and requested. */
    RECOVERING,
    /** All messages before the announced end are delivered; the receiver still waits for a packet that refutes it. */
    ENDING,
    /** The session has ended and all its messages are delivered, or reported as lost. */
    ENDED,
    /** Messages are lost, and the settings do not allow the session to continue. */
    GIVEN_UP
}
