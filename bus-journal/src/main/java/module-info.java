/**
 * Journals of streams: recording, reading and replay; and subscriptions that fetch missed messages from them. The
 * internal package is for the configuration file and for test tools, which damage a journal.
 */
@SuppressWarnings("module") // the modules with access are compiled later
module io.verbus.journal {
    requires transitive io.verbus.core;

    exports io.verbus.journal;
    exports io.verbus.recovery;
    exports io.verbus.internal.journal to io.verbus.config, io.verbus.testkit;
}
