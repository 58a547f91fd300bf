/**
 * Market data on the bus: feed handlers for the formats of NASDAQ and IEX, or for those of another venue by
 * its normaliser, full-depth order books, snapshots for books that join late, and a generator of sessions.
 */
module io.verbus.marketdata {
    requires transitive io.verbus.codecs;
    requires transitive io.verbus.core;
    requires transitive io.verbus.journal;

    exports io.verbus.marketdata.book;
    exports io.verbus.marketdata.deep;
    exports io.verbus.marketdata.feed;
    exports io.verbus.marketdata.generator;
    exports io.verbus.marketdata.glimpse;
    exports io.verbus.marketdata.itch;
    exports io.verbus.marketdata.join;
    exports io.verbus.marketdata.live;
    exports io.verbus.marketdata.mold;
    exports io.verbus.marketdata.snapshot;
    exports io.verbus.marketdata.source;
}
