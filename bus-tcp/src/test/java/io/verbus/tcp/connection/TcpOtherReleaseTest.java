package io.verbus.tcp.connection;

import io.verbus.spi.TransportProvider;
import io.verbus.tcp.TcpProvider;
import io.verbus.tcp.support.TcpPair;
import io.verbus.testkit.conformance.remote.MeetingAnotherRelease;
import io.verbus.testkit.conformance.remote.ReleaseHost;

/** Another release on the other host, over loopback. */
class TcpOtherReleaseTest extends MeetingAnotherRelease {
    TcpOtherReleaseTest() {
        super(TcpPair::freeAddress, new TcpHost(), "io/verbus/tcp/connection/Hello.java", Hello.VERSION);
    }

    /** A bus with TCP. */
    static final class TcpHost extends ReleaseHost {
        @Override
        protected TransportProvider transport() {
            return new TcpProvider();
        }
    }
}
