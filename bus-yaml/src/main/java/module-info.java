import io.verbus.spi.ConfigurationParser;
import io.verbus.yaml.YamlParser;

/** The reader of configuration files, which {@code io.verbus.core} finds as a service. */
module io.verbus.yaml {
    requires io.verbus.core;
    requires org.snakeyaml.engine;

    provides ConfigurationParser with YamlParser;
}
