import io.verbus.spi.TransportProvider;

/**
 * The bus: publications and subscriptions over shared memory, and counters. Applications see two packages, and
 * transports the SPI. The internal packages are for its modules above this one, and for its test tools, which step,
 * kill and damage a bus.
 */
@SuppressWarnings({"module", // the modules with access are compiled later
        "requires-automatic", "requires-transitive-automatic"}) // Agrona has a module name, no descriptor
module io.verbus.core {
    requires jdk.jfr;
    requires jdk.management;
    requires transitive org.agrona;

    exports io.verbus;
    exports io.verbus.monitor;
    exports io.verbus.relay;
    exports io.verbus.spi;
    exports io.verbus.internal.access to io.verbus.journal;
    exports io.verbus.internal.duty to io.verbus.journal;
    exports io.verbus.internal.log to io.verbus.config, io.verbus.journal, io.verbus.testkit;
    exports io.verbus.internal.monitor to io.verbus.config;
    exports io.verbus.internal.os to io.verbus.config, io.verbus.journal, io.verbus.testkit;
    exports io.verbus.internal.shm to io.verbus.config, io.verbus.testkit;

    uses TransportProvider;
}
