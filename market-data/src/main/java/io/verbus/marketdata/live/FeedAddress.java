package io.verbus.marketdata.live;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;

/**
 * The address of one side of a live session.
 *
 * @param address multicast group to join, or address of this host to listen on
 * @param joinOn interface on which to join the group; null for an address of this host
 * @param source the only accepted sender, filtered by the kernel for a group; null for the first one
 */
public record FeedAddress(InetSocketAddress address, NetworkInterface joinOn, InetAddress source) {
    /** {@return the address on an interface, as text} */
    String shown() {
        return MoldSockets.shown(address) + on();
    }

    String on() {
        return joinOn == null ? "" : " on " + joinOn.getName();
    }
}
