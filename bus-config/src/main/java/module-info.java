/** The configuration file of the bus, in YAML. */
module io.verbus.config {
    requires transitive io.verbus.core;
    requires transitive io.verbus.journal;
    requires org.snakeyaml.engine;

    exports io.verbus.config;
}
