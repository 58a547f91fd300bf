package io.verbus.latency.subject.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.latency.subject.Place;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VerbusSubjectTest {
    @Test
    void eachSideListensAndConnectsToTheOther() {
        final Place near = place("10.9.0.1", "10.9.0.2", "", true);
        assertEquals("rdma://10.9.0.1:7471", VerbusSubject.listenUri("rdma", near, Variant.USUAL, "there"));
        assertEquals("rdma://10.9.0.2:7472?source=10.9.0.1",
                VerbusSubject.connectUri("rdma", near, Variant.USUAL, "back"));
        final Place far = place("10.9.0.1", "10.9.0.2", "", false);
        assertEquals("rdma://10.9.0.2:7472", VerbusSubject.listenUri("rdma", far, Variant.USUAL, "back"));
        assertEquals("rdma://10.9.0.1:7471?source=10.9.0.2",
                VerbusSubject.connectUri("rdma", far, Variant.USUAL, "there"));
    }

    @Test
    void variantsHavePortsOfTheirOwn() {
        final Place place = place("10.9.0.1", "10.9.0.1", "", true);
        assertEquals("rdma://10.9.0.1:7473", VerbusSubject.listenUri("rdma", place, Variant.QUIET, "there"));
        assertEquals("rdma://10.9.0.1:7476", VerbusSubject.listenUri("rdma", place, Variant.BATCHED, "back"));
    }

    @Test
    void parametersAreCarriedAndIpv6IsInBrackets() {
        final Place place = place("fd00::1", "fd00::1", "receives=512", true);
        assertEquals("rdma://[fd00::1]:7471?receives=512",
                VerbusSubject.listenUri("rdma", place, Variant.USUAL, "there"));
        assertEquals("rdma://[fd00::1]:7472?source=fd00::1&receives=512",
                VerbusSubject.connectUri("rdma", place, Variant.USUAL, "back"));
    }

    private static Place place(final String near, final String far, final String parameters, final boolean isNear) {
        return new Place(Path.of("/"), 64, 0, false, near, far, 7471, parameters, isNear, false);
    }
}
