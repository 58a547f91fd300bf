package io.verbus.tools.doctor;

import java.util.List;

/** Reads related settings of the host. */
interface Probe {
    /** Compares the settings with those that the bus needs; reads only, and never fails. */
    List<Finding> findings(HostFiles host);
}
