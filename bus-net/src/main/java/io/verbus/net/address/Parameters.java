package io.verbus.net.address;

import io.verbus.BusException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Query parameters of an address. Each known parameter is taken once; the rest are rejected as unknown. */
public final class Parameters {
    private final URI uri;
    private final Map<String, String> unused = new LinkedHashMap<>();
    private final TreeSet<String> known = new TreeSet<>();

    /**
     * The parameters of an address.
     *
     * @param uri as the user wrote it
     * @throws BusException if a parameter has no value, or is given twice
     */
    public Parameters(final URI uri) {
        this.uri = uri;
        if (uri.getQuery() == null) {
            return;
        }
        for (final String parameter : uri.getQuery().split("&")) {
            final int equals = parameter.indexOf('=');
            if (equals < 1 || equals == parameter.length() - 1) {
                throw new BusException("invalid parameter \"" + parameter + "\" in " + uri
                        + ": use NAME=VALUE, separated by &");
            }
            if (unused.put(parameter.substring(0, equals), parameter.substring(equals + 1)) != null) {
                throw new BusException("duplicate parameter \"" + parameter.substring(0, equals) + "\" in " + uri
                        + ": remove one");
            }
        }
    }

    /**
     * Takes a parameter.
     *
     * @param name of the parameter
     * @return its value, if it is given
     */
    public Optional<String> text(final String name) {
        known.add(name);
        return Optional.ofNullable(unused.remove(name));
    }

    /**
     * Takes a number.
     *
     * @param name of the parameter
     * @param defaultValue if it is not given
     * @param min least value
     * @param max greatest value
     * @return the value
     * @throws BusException if it is not such a number
     */
    public int number(final String name, final int defaultValue, final int min, final int max) {
        return multiple(name, defaultValue, min, max, 1);
    }

    /**
     * Takes a number that is a multiple of another.
     *
     * @param name of the parameter
     * @param defaultValue if it is not given
     * @param min least value
     * @param max greatest value
     * @param unit that divides it
     * @return the value
     * @throws BusException if it is not such a number
     */
    public int multiple(final String name, final int defaultValue, final int min, final int max, final int unit) {
        final Optional<String> text = text(name);
        if (text.isEmpty()) {
            return defaultValue;
        }
        try {
            final int value = Integer.parseInt(text.get());
            if (value >= min && value <= max && value % unit == 0) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // reported below
        }
        throw new BusException("invalid " + name + " in " + uri + ": use a number from " + min + " to " + max
                + (unit == 1 ? "" : ", a multiple of " + unit));
    }

    /**
     * Takes one of several numbers.
     *
     * @param name of the parameter
     * @param defaultValue if it is not given
     * @param allowed values, besides the default
     * @return the value
     * @throws BusException if it is another one
     */
    public int oneOf(final String name, final int defaultValue, final Integer... allowed) {
        final String text = text(name).orElse(String.valueOf(defaultValue));
        return Stream.concat(Stream.of(defaultValue), Stream.of(allowed)).filter(value -> text.equals(value.toString()))
                .findFirst().orElseThrow(() -> new BusException("invalid " + name + " in " + uri + ": use one of "
                        + Stream.of(allowed).map(String::valueOf).collect(Collectors.joining(", "))));
    }

    /**
     * Ends the parameters.
     *
     * @throws BusException if one was given that was not taken
     */
    public void refuseUnknown() {
        if (!unused.isEmpty()) {
            throw new BusException(
                    "unknown parameter \"" + unused.keySet().iterator().next() + "\" in " + uri + ": use "
                            + String.join(", ", known));
        }
    }
}
