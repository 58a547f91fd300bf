package io.verbus.internal.config;

import io.verbus.BusSettings;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads files for tests, with a transport that accepts all addresses, and without the environment. */
final class Loading {
    private Loading() {
    }

    static LoadedConfiguration load(final Path file) {
        return load(file, Map.of());
    }

    static LoadedConfiguration load(final Path file, final Map<String, String> environment) {
        return LoadedConfiguration.load(file, defaults(), environment);
    }

    static BusSettings defaults() {
        return BusSettings.defaults().withDirectory(Path.of("/dev/shm/verbus-default"))
                .withTransports(List.of(new AnyAddress()));
    }

    /** A transport that is never opened. */
    private static final class AnyAddress implements TransportProvider {
        @Override
        public int spiVersion() {
            return SPI_VERSION;
        }

        @Override
        public String scheme() {
            return "rdma";
        }

        @Override
        public Optional<String> unavailabilityCause() {
            return Optional.empty();
        }

        @Override
        public Transport open(final TransportContext context) {
            throw new AssertionError("the transport of a configuration is not opened");
        }
    }
}
