import io.verbus.spi.TransportProvider;
import io.verbus.tcp.TcpProvider;

/** The TCP transport, which {@code io.verbus.core} finds as a service. */
module io.verbus.tcp {
    requires io.verbus.net;

    provides TransportProvider with TcpProvider;
}
