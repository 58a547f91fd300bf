package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.verbs.Lab;
import io.verbus.rdma.verbs.LocalAddresses.Found;
import io.verbus.rdma.verbs.LocalAddresses;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses that lead to devices are found on every fabric. */
@ExtendWith(OnDouble.class)
class LocalAddressesTest {
    @ParameterizedTest
    @ValueSource(strings = {"infiniband=1", "siw"})
    void addressesOfInterfacesLeadToTheirDevices(final String profile) {
        OnDouble.profile(profile);
        assertEquals(List.of(new Found("10.73.0.1", "double0", 1), new Found("fd73::1", "double0", 1),
                new Found("10.73.1.1", "double1", 1)),
                LocalAddresses.of(Lab.devices(),
                        Stream.of("10.73.1.1", "192.0.2.1", "fd73::1", "10.73.0.1", "0.0.0.0")));
    }

    @Test
    void addressesThatRoceDevicesListAreFoundWithoutInterfaces() {
        assertEquals(List.of(new Found("10.73.0.1", "double0", 1), new Found("fd73::1", "double0", 1),
                new Found("10.73.1.1", "double1", 1), new Found("fd73::1:1", "double1", 1)),
                LocalAddresses.of(Lab.devices(), Stream.empty()));
    }
}
