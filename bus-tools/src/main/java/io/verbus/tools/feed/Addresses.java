package io.verbus.tools.feed;

import io.verbus.BusException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Collectors;

/** Parses addresses and interfaces of the command line. */
final class Addresses {
    private static final int HIGHEST_PORT = 65_535;

    private Addresses() {
    }

    /**
     * Parses HOST:PORT; an IPv6 address is in brackets.
     *
     * @param option name of the option
     * @param text its value
     * @return the address
     * @throws BusException if the text is not an address, or the host is unknown
     */
    static InetSocketAddress parse(final String option, final String text) {
        final int colon = text.lastIndexOf(':');
        final String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        final int port = colon < 0 ? -1 : port(text.substring(colon + 1));
        if (host.isEmpty() || port < 0) {
            throw new BusException(option + " " + text + " is not HOST:PORT: write it as 233.54.12.111:26477");
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (final UnknownHostException e) {
            throw new BusException(option + " " + text + ": there is no host " + host, e);
        }
    }

    /**
     * Parses a host without a port.
     *
     * @param option name of the option
     * @param text its value
     * @return its address
     * @throws BusException if the host is unknown
     */
    static InetAddress host(final String option, final String text) {
        try {
            return InetAddress.getByName(text);
        } catch (final UnknownHostException e) {
            throw new BusException(option + " " + text + ": there is no host " + text, e);
        }
    }

    private static int port(final String digits) {
        final int port = digits.matches("\\d{1,5}") ? Integer.parseInt(digits) : -1;
        return port <= HIGHEST_PORT ? port : -1;
    }

    /**
     * Returns the interface on which to join a multicast group.
     *
     * @param requested its name or one of its addresses; null for the only suitable one
     * @return the interface
     * @throws BusException if there is no such interface, or none was requested and there are several
     */
    static NetworkInterface multicastInterface(final String requested) {
        try {
            return requested == null ? onlyOne() : find(requested);
        } catch (final SocketException e) {
            throw new BusException("cannot list the network interfaces of this host: " + e.getMessage(), e);
        }
    }

    private static NetworkInterface onlyOne() throws SocketException {
        final List<NetworkInterface> able = able();
        final List<NetworkInterface> real = able.stream().filter(each -> !isLoopback(each)).toList();
        if (real.size() != 1) {
            throw new BusException("no single interface for the multicast group: name one with --interface; available: "
                    + names(able));
        }
        return real.getFirst();
    }

    private static NetworkInterface find(final String requested) throws SocketException {
        final NetworkInterface named = NetworkInterface.getByName(requested);
        if (named != null) {
            return named;
        }
        // Only text that resembles an address, so that no name is looked up on the network.
        if (requested.matches("[\\d.]+|.*:.*")) {
            try {
                final NetworkInterface addressed = NetworkInterface.getByInetAddress(InetAddress.getByName(requested));
                if (addressed != null) {
                    return addressed;
                }
            } catch (final UnknownHostException e) {
                // Reported below.
            }
        }
        throw new BusException("--interface " + requested + ": this host has no such interface or address; available: "
                + names(able()));
    }

    private static List<NetworkInterface> able() throws SocketException {
        return NetworkInterface.networkInterfaces().filter(each -> {
            try {
                return each.isUp() && (each.supportsMulticast() || each.isLoopback())
                        && each.inetAddresses().findAny().isPresent();
            } catch (final SocketException e) {
                return false; // the interface was removed in between
            }
        }).sorted((one, other) -> Integer.compare(one.getIndex(), other.getIndex())).toList();
    }

    private static boolean isLoopback(final NetworkInterface each) {
        try {
            return each.isLoopback();
        } catch (final SocketException e) {
            return false;
        }
    }

    private static String names(final List<NetworkInterface> interfaces) {
        return interfaces.isEmpty()
                ? "none"
                : interfaces.stream().map(NetworkInterface::getName).collect(Collectors.joining(", "));
    }
}
