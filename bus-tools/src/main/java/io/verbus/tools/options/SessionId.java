package io.verbus.tools.options;

/**
 * The id of a session.
 *
 * @param id as recorded in the journal
 */
public record SessionId(long id) {}
