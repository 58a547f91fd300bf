/** The SBE codecs of the messages; independent of the bus. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Agrona has a module name, no descriptor
module io.verbus.codecs {
    requires transitive org.agrona;

    exports io.verbus.codec.marketdata;
    exports io.verbus.codec.nasdaq;
    exports io.verbus.codec.orders;
}
