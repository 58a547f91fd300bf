package io.verbus.rdma.address;

import io.verbus.BusException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What stands behind the question mark of an address: each is asked for once, and what is left over is unknown. */
final class Parameters {
    private final URI uri;
    private final Map<String, String> left = new LinkedHashMap<>();
    private final TreeSet<String> known = new TreeSet<>();

    Parameters(final URI uri) {
        this.uri = uri;
        if (uri.getQuery() == null) {
            return;
        }
        for (final String parameter : uri.getQuery().split("&")) {
            final int equals = parameter.indexOf('=');
            if (equals < 1 || equals == parameter.length() - 1) {
                throw new BusException(uri + ": \"" + parameter + "\" is no parameter; they are NAME=VALUE, with &"
                        + " between them");
            }
            if (left.put(parameter.substring(0, equals), parameter.substring(equals + 1)) != null) {
                throw new BusException(uri + " says " + parameter.substring(0, equals) + " twice: leave one");
            }
        }
    }

    Optional<String> text(final String name) {
        known.add(name);
        return Optional.ofNullable(left.remove(name));
    }

    int number(final String name, final int usual, final int min, final int max) {
        return multiple(name, usual, min, max, 1);
    }

    int multiple(final String name, final int usual, final int min, final int max, final int unit) {
        final Optional<String> text = text(name);
        if (text.isEmpty()) {
            return usual;
        }
        try {
            final int value = Integer.parseInt(text.get());
            if (value >= min && value <= max && value % unit == 0) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // said below
        }
        throw new BusException(uri + ": " + name + " is a number from " + min + " to " + max
                + (unit == 1 ? "" : ", a multiple of " + unit));
    }

    int oneOf(final String name, final int usual, final Integer... allowed) {
        final String text = text(name).orElse(String.valueOf(usual));
        return Stream.concat(Stream.of(usual), Stream.of(allowed)).filter(value -> text.equals(value.toString()))
                .findFirst().orElseThrow(() -> new BusException(uri + ": " + name + " is one of "
                        + Stream.of(allowed).map(String::valueOf).collect(Collectors.joining(", "))));
    }

    void refuseUnknown() {
        if (!left.isEmpty()) {
            throw new BusException(uri + " says " + left.keySet().iterator().next() + ", which is not known; there are "
                    + String.join(", ", known));
        }
    }
}
