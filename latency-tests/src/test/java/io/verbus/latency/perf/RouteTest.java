package io.verbus.latency.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.latency.worker.Line;
import org.junit.jupiter.api.Test;

class RouteTest {
    @Test
    void shouldLetEachSideListenAndFindTheOther() {
        final Route route = new Route.Rdma("10.9.0.1", "10.9.0.2", 7471, "");
        assertEquals("j listen=rdma://10.9.0.1:7473 connect=rdma://10.9.0.2:7474?source=10.9.0.1",
                route.first(Line.of("j"), 1).toString());
        assertEquals("j listen=rdma://10.9.0.2:7474 connect=rdma://10.9.0.1:7473?source=10.9.0.2",
                route.second(Line.of("j"), 1).toString());
    }

    @Test
    void shouldCarryParametersAndWriteIpv6InBrackets() {
        final Route route = new Route.Rdma("fd00::1", "fd00::1", 20_000, "receives=512");
        assertEquals("j listen=rdma://[fd00::1]:20000?receives=512"
                + " connect=rdma://[fd00::1]:20001?source=fd00::1&receives=512",
                route.first(Line.of("j"), 0).toString());
    }
}
