package io.verbus.internal.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import io.verbus.Endpoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransportsTest {
    @Test
    void missingTransportIsNamedWithItsArtifact() {
        final Transports transports = new Transports(List.of(), null);
        assertEquals("invalid address rdma://feed-1:7471: there is no transport \"rdma\"; add its jar to the class path"
                + " or module path (verbus-rdma for rdma://...)",
                assertThrows(BusException.class, () -> transports.of(List.of(Endpoint.connect("rdma://feed-1:7471"))))
                        .getMessage());
    }
}
