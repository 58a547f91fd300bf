package io.verbus.rdma;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.connection.RdmaTransport;
import io.verbus.rdma.verbs.DeviceInfo;
import io.verbus.rdma.verbs.FoundDevices;
import io.verbus.rdma.verbs.LocalAddresses;
import io.verbus.rdma.verbs.Verbs;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Provides RDMA as a transport of the bus, if the host supports it. */
public final class RdmaProvider implements TransportProvider {
    private static final String NO_DEVICE = "this host has no RDMA device; a Soft-RoCE one for tests:"
            + " modprobe rdma_rxe && rdma link add rxe0 type rxe netdev eth0";

    /** For {@link java.util.ServiceLoader}. */
    public RdmaProvider() {
        // libibverbs and devices are looked up on first use
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String scheme() {
        return RdmaAddress.SCHEME;
    }

    @Override
    public Optional<String> unavailabilityCause() {
        final Optional<String> cause = Verbs.unavailabilityCause();
        if (cause.isPresent()) {
            return cause;
        }
        try {
            return unavailabilityCause(Verbs.findDevices());
        } catch (final BusException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Optional<String> unavailabilityCause(final FoundDevices found) {
        if (!found.usable().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(found.unusable().isEmpty() ? NO_DEVICE : String.join("; ", found.unusable()));
    }

    @Override
    public Optional<String> host() {
        if (unavailabilityCause().isPresent()) {
            return Optional.empty();
        }
        final List<DeviceInfo> devices = Verbs.devices();
        return LocalAddresses.of(devices).stream().filter(found -> isActive(devices, found))
                .map(LocalAddresses.Found::address).findFirst();
    }

    private static boolean isActive(final List<DeviceInfo> devices, final LocalAddresses.Found found) {
        return devices.stream().filter(device -> device.name().equals(found.device()))
                .anyMatch(device -> device.ports().get(found.port() - 1).active());
    }

    @Override
    public void check(final URI address) {
        RdmaAddress.of(address);
    }

    @Override
    public Transport open(final TransportContext context) {
        Verbs.ensureAvailable();
        final FoundDevices found = Verbs.findDevices();
        unavailabilityCause(found).ifPresent(cause -> {
            throw new BusException(cause);
        });
        if (!found.unusable().isEmpty()) {
            context.errorHandler().onError(new BusException(String.join("; ", found.unusable())));
        }
        return new RdmaTransport(context);
    }
}
