package io.verbus.rdma;

import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.support.Ports;
import io.verbus.rdma.verbs.Lab;
import io.verbus.spi.TransportProvider;
import io.verbus.testkit.conformance.remote.MeetingAnotherRelease;
import io.verbus.testkit.conformance.remote.ReleaseHost;

/** Another release on the other host, over a device of the double, or of the lab. */
class RdmaOtherReleaseTest extends MeetingAnotherRelease {
    RdmaOtherReleaseTest() {
        super(() -> "rdma://" + Lab.address() + ":" + Ports.next(), new RdmaHost(),
                "io/verbus/rdma/handshake/ConnectPrivateData.java", ConnectPrivateData.VERSION);
    }

    /** A bus with RDMA. */
    static final class RdmaHost extends ReleaseHost {
        @Override
        protected TransportProvider transport() {
            return new RdmaProvider();
        }
    }
}
