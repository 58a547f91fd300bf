package io.verbus.rdma;

import io.verbus.rdma.support.RdmaMirrorNetwork;
import io.verbus.testkit.conformance.remote.Mirroring;

/** The host mirror over a device of the double, or of the lab. */
class RdmaMirroringTest extends Mirroring {
    RdmaMirroringTest() {
        super(RdmaMirrorNetwork::new);
    }
}
