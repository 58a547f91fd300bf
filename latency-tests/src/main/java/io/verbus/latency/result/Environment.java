package io.verbus.latency.result;

import java.util.Map;

/**
 * On what was measured.
 *
 * @param date when the run began, in UTC, as ISO 8601
 * @param verbus version of the bus
 * @param machine names and values for people, in order
 */
public record Environment(String date, String verbus, Map<String, String> machine) {}
