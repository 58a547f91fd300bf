package io.verbus.internal.publisher;

import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogWriter;

/**
 * The log of a publication, and its readers.
 *
 * @param log of the session
 * @param writer of the log
 * @param readers on this host
 * @param remote readers on other hosts; null without endpoints
 * @param pushesOnCommit whether each commit is pushed to other hosts at once
 */
public record PublicationParts(Log log, LogWriter writer, LocalReaders readers, RemoteReaders remote,
        boolean pushesOnCommit) {}
