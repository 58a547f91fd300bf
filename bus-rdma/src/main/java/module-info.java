import io.verbus.rdma.RdmaProvider;
import io.verbus.spi.TransportProvider;

/** The RDMA transport, which {@code io.verbus.core} finds as a service. */
module io.verbus.rdma {
    requires io.verbus.net;

    provides TransportProvider with RdmaProvider;
}
