package io.verbus.latency.frame;

import java.util.Map;
import java.util.TreeMap;

/** One row of a table: a transport and the parameters, named as in {@link FrameLayout}, that it does not default. */
record Candidate(Kind kind, Map<String, Integer> parameters) {
    enum Kind {
        C, JAVA, AERON
    }

    /** Parameters as {@code "HEADER=24 ALIGNMENT=64"}. */
    static Candidate of(final Kind kind, final String parameters) {
        final Map<String, Integer> values = new TreeMap<>();
        for (final String parameter : parameters.isBlank() ? new String[0] : parameters.strip().split(" +")) {
            final int equals = parameter.indexOf('=');
            values.put(parameter.substring(0, equals), Integer.valueOf(parameter.substring(equals + 1)));
        }
        return new Candidate(kind, values);
    }

    String parameters(final String prefix) {
        final var joined = new StringBuilder();
        parameters.forEach((name, value) -> joined.append(prefix).append(name).append('=').append(value).append(' '));
        return joined.toString().strip();
    }
}
