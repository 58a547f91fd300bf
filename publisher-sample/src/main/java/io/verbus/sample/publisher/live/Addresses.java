package io.verbus.sample.publisher.live;

import io.verbus.BusException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Collectors;

/** Addresses and interfaces as they are written on a command line. */
final class Addresses {
    private static final int HIGHEST_PORT = 65_535;

    private Addresses() {
    }

    /**
     * Reads HOST:PORT; an IPv6 address is written in brackets.
     *
     * @param option that the text was given to
     * @param text of the user
     * @return the address
     * @throws BusException if it is none, or the host is not known
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
     * Reads a host without a port.
     *
     * @param option that the text was given to
     * @param text of the user
     * @return its address
     * @throws BusException if the host is not known
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

    /** An address for a person: numbers, no name, and no slash in front. */
    static String shown(final InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /**
     * The interface on which a multicast group is joined.
     *
     * @param asked its name or one of its addresses; null: the only one that can
     * @return the interface
     * @throws BusException if there is no such interface, or none was asked for and there is a choice
     */
    static NetworkInterface multicastInterface(final String asked) {
        try {
            return asked == null ? onlyOne() : find(asked);
        } catch (final SocketException e) {
            throw new BusException("the network interfaces of this host can't be listed: " + e.getMessage(), e);
        }
    }

    private static NetworkInterface onlyOne() throws SocketException {
        final List<NetworkInterface> able = able();
        final List<NetworkInterface> real = able.stream().filter(each -> !isLoopback(each)).toList();
        if (real.size() != 1) {
            throw new BusException("say with --interface where the multicast group is to be joined; there is "
                    + names(able));
        }
        return real.getFirst();
    }

    private static NetworkInterface find(final String asked) throws SocketException {
        final NetworkInterface named = NetworkInterface.getByName(asked);
        if (named != null) {
            return named;
        }
        // Only what looks like an address, so that no name is looked up on the network.
        if (asked.matches("[\\d.]+|.*:.*")) {
            try {
                final NetworkInterface addressed = NetworkInterface.getByInetAddress(InetAddress.getByName(asked));
                if (addressed != null) {
                    return addressed;
                }
            } catch (final UnknownHostException e) {
                // As unknown as any other.
            }
        }
        throw new BusException("--interface " + asked + ": this host has no such interface or address; there is "
                + names(able()));
    }

    private static List<NetworkInterface> able() throws SocketException {
        return NetworkInterface.networkInterfaces().filter(each -> {
            try {
                return each.isUp() && (each.supportsMulticast() || each.isLoopback())
                        && each.inetAddresses().findAny().isPresent();
            } catch (final SocketException e) {
                return false; // it has just gone
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
                ? "none that can"
                : interfaces.stream().map(NetworkInterface::getName).collect(Collectors.joining(", "));
    }
}
