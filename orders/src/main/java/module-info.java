/** Orders on the bus: seats of traders, and the gateway of a market with its matching engine. */
module io.verbus.orders {
    requires transitive io.verbus.codecs;
    requires transitive io.verbus.core;
    requires transitive io.verbus.journal;
    requires transitive io.verbus.matching;

    exports io.verbus.orders;
    exports io.verbus.orders.gateway;
    exports io.verbus.orders.intake;
    exports io.verbus.orders.seat;
}
