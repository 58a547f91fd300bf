import io.verbus.spi.ConfigurationParser;
import io.verbus.spi.TransportProvider;

/**
 * The bus: publications and subscriptions over shared memory, journals, recovery, counters. Applications see four
 * packages. The SPI is for the transports of Verbus and its reader of configuration files. The internal packages are
 * for its test tools, which step, kill and damage a bus.
 */
@SuppressWarnings({"module", // the modules with access are compiled later
        "requires-automatic", "requires-transitive-automatic"}) // Agrona has a module name, no descriptor
module io.verbus.core {
    requires jdk.jfr;
    requires transitive org.agrona;

    exports io.verbus;
    exports io.verbus.journal;
    exports io.verbus.monitor;
    exports io.verbus.recovery;
    exports io.verbus.spi to io.verbus.rdma, io.verbus.testkit, io.verbus.yaml;
    exports io.verbus.internal.journal to io.verbus.testkit;
    exports io.verbus.internal.log to io.verbus.testkit;
    exports io.verbus.internal.os to io.verbus.testkit;
    exports io.verbus.internal.shm to io.verbus.testkit;

    uses ConfigurationParser;
    uses TransportProvider;
}
