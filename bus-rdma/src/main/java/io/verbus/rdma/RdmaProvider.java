package io.verbus.rdma;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.verbs.DeviceInfo;
import io.verbus.rdma.verbs.FoundDevices;
import io.verbus.rdma.verbs.Verbs;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
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
        return unavailabilityCause().isPresent()
                ? Optional.empty()
                : Verbs.devices().stream().filter(device -> device.ports().stream().anyMatch(DeviceInfo.Port::active))
                        .flatMap(device -> device.addresses().stream()).findFirst();
    }

    @Override
    public Transport open(final TransportContext context) {
        Verbs.ensureAvailable();
        final FoundDevices found = Verbs.findDevices();
        unavailabilityCause(found).ifPresent(cause -> {
            throw new BusException(cause);
        });
        found.unusable().forEach(cause -> context.errorHandler().onError(new BusException(cause)));
        return new RdmaTransport(context);
    }
}
