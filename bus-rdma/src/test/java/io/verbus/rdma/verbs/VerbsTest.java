package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Properties of the first device. */
class VerbsTest {
    @Test
    void deviceReportsAddressAndDriver() {
        final List<DeviceInfo> devices = Lab.devices();
        final DeviceInfo device = devices.getFirst();

        System.out.println(devices);
        assertEquals(!VerbsDouble.isHere(), device.software(), device::toString);
        assertTrue(LocalAddresses.of(Lab.devices(), Stream.of(Lab.address())).stream()
                .anyMatch(found -> found.device().equals(device.name())), device::toString);
        assertEquals(1, device.ports().size());
        assertTrue(device.ports().getFirst().active(), device::toString);
        assertFalse(device.ports().getFirst().gids().isEmpty());
    }
}
