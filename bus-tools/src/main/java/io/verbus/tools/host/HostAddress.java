package io.verbus.tools.host;

import io.verbus.BusException;
import io.verbus.latency.compare.ComparisonPlan;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host as an option names it: {@code HOST}, {@code HOST:PORT}, {@code [IPV6]:PORT}, or an IPv6 address with or
 * without brackets.
 *
 * @param host name or numeric address, IPv6 without brackets
 * @param port the lowest of the ports to use, if it is given
 */
public record HostAddress(String host, Optional<Integer> port) {
    private static final int MAX_PORT = 65_536 - ComparisonPlan.HostPair.PORTS;
    /** Brackets, or no colon, or more than one: then there is no port. */
    private static final Pattern FORM = Pattern
            .compile("(?:\\[([0-9A-Fa-f:.]+(?:%[\\w.-]+)?)]|([\\w.-]+)|([0-9A-Fa-f]*:[0-9A-Fa-f]*:[\\w:.%-]*))"
                    + "(?::(\\d{1,5}))?");

    /**
     * Parses an option.
     *
     * @param option name of the option
     * @param text its value
     * @return the host
     * @throws BusException if the text has another form, or the port is out of range
     */
    public static HostAddress of(final String option, final String text) {
        final Matcher form = FORM.matcher(text);
        if (!form.matches() || form.group(3) != null && form.group(4) != null) {
            throw new BusException("invalid " + option + " " + text
                    + ": expected HOST, HOST:PORT or [IPV6]:PORT, such as 10.0.0.2 or [fd00::2]:7471");
        }
        final Optional<Integer> port = Optional.ofNullable(form.group(4)).map(Integer::valueOf);
        if (port.isPresent() && (port.get() < 1 || port.get() > MAX_PORT)) {
            throw new BusException("invalid port in " + option + " " + text + ": expected 1 to " + MAX_PORT + ", as "
                    + ComparisonPlan.HostPair.PORTS + " consecutive ports are used");
        }
        final String host = form.group(1) != null
                ? form.group(1)
                : form.group(2) != null
                        ? form.group(2)
                        : form.group(3);
        return new HostAddress(host, port);
    }

    /**
     * Writes an address as before a port.
     *
     * @param host name or numeric address
     * @return the same, IPv6 in brackets
     */
    public static String bracketed(final String host) {
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }
}
