/** A deterministic matching engine with risk limits, and its scripts; independent of the bus. */
module io.verbus.matching {
    exports io.verbus.matching;
    exports io.verbus.matching.script;
}
