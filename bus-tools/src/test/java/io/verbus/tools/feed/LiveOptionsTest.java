package io.verbus.tools.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.marketdata.live.MoldSession;
import io.verbus.marketdata.mold.PacketFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class LiveOptionsTest {
    private static final String SERVER = "127.0.0.1:26400";

    @Test
    void unicastAddressIsAccepted() {
        try (MoldSession session = open("--moldudp64", "127.0.0.1:0", "--request", SERVER)) {
            assertTrue(session.shown().matches("127\\.0\\.0\\.1:\\d{4,5}"), session.shown());
            assertFalse(session.hasEnded());
        }
    }

    @Test
    void groupIsJoinedOnInterfaceByNameOrAddress() {
        for (final String loopback : new String[]{"lo", "127.0.0.1"}) {
            try (MoldSession session = open("--moldudp64", "239.255.1.1:0", "--request", SERVER, "--interface",
                    loopback)) {
                assertTrue(session.shown().matches("239\\.255\\.1\\.1:\\d{4,5} on lo"), session.shown());
            }
        }
    }

    @Test
    void bothGroupsOfAPairAreJoinedWithoutServer() {
        try (MoldSession session = open("--moldudp64", "239.255.1.1:0", "--moldudp64", "239.255.1.2:0", "--interface",
                "lo")) {
            assertTrue(session.shown().matches("239\\.255\\.1\\.1:\\d+ on lo and 239\\.255\\.1\\.2:\\d+ on lo"),
                    session.shown());
        }
    }

    @Test
    void mistakesOfAPairAreRefused() {
        assertEquals("--moldudp64 127.0.0.1:5 is given twice: name the other feed of the pair",
                refusal("--moldudp64", "127.0.0.1:5", "--moldudp64", "127.0.0.1:5"));
        assertEquals("--interface: 2 values for 1 feed: give it once, or once for each --moldudp64",
                refusal("--moldudp64", "239.255.1.1:0", "--interface", "lo", "--interface", "lo"));
        assertEquals("--source: 3 values for 2 feeds: give it once, or once for each --moldudp64",
                refusal("--moldudp64", "127.0.0.1:0", "--moldudp64", "127.0.0.1:0", "--source", "127.0.0.1",
                        "--source", "127.0.0.1", "--source", "127.0.0.1"));
    }

    @Test
    void liveOptionsAreRefusedWithACapture() {
        assertEquals("--request is for a live session: omit it with --pcap",
                refusal("--pcap", "x", "--request", SERVER));
        assertEquals("--interface is for a live session: omit it with --pcap",
                refusal("--pcap", "x", "--interface", "lo"));
        assertEquals("--source: give it once with --pcap, or not at all",
                refusal("--pcap", "x", "--source", "127.0.0.1", "--source", "127.0.0.1"));
        assertEquals("there is no file /nowhere", refusal("--pcap", "/nowhere"));
    }

    @Test
    void missingServerIsReported() {
        assertEquals("feed: note: there is no re-request server (--request): messages that the feed does not have are"
                + " lost", parse("--moldudp64", "127.0.0.1:0").shortfall());
        assertEquals("feed: note: there is no re-request server (--request): messages that no feed has are lost",
                parse("--moldudp64", "127.0.0.1:0", "--moldudp64", "127.0.0.1:0").shortfall());
        assertNull(parse("--moldudp64", "127.0.0.1:0", "--request", SERVER).shortfall());
        assertEquals("feed: note: IEX-TP has no re-request server: messages that no feed has are lost",
                parse("--iex", "127.0.0.1:0", "--iex", "127.0.0.1:0").shortfall());
        assertNull(parse("--pcap", "x").shortfall());
    }

    @Test
    void addressesAndVenueDetermineTheFormat() {
        try (MoldSession session = open("--iex", "127.0.0.1:0", "--iex", "127.0.0.1:0")) {
            assertEquals(PacketFormat.IEX_TP, session.format());
        }
        assertEquals(PacketFormat.IEX_TP, parse("--pcap", "x", "--iex", "233.1.1.1:5").format(null));
        assertEquals(PacketFormat.IEX_TP, parse("--pcap", "x").format("IEXG"));
        assertEquals(PacketFormat.MOLDUDP64, parse("--pcap", "x").format("XPSX"));
        assertEquals(PacketFormat.MOLDUDP64, parse("--moldudp64", "127.0.0.1:0").format("XTST"));
        assertNull(parse("--pcap", "x").format(null));
        assertNull(parse("--pcap", "x").format("XTST"));
    }

    @Test
    void contradictionsOfTheFormatAreRefused() {
        assertEquals("--iex excludes --moldudp64: a feed follows one session",
                refusal("--iex", "127.0.0.1:0", "--moldudp64", "127.0.0.1:0"));
        assertEquals("--request is for --moldudp64: IEX-TP has no re-request server; omit it with --iex",
                refusal("--iex", "127.0.0.1:0", "--request", SERVER));
        assertEquals("--iex 127.0.0.1:5 is given twice: name the other feed of the pair",
                refusal("--iex", "127.0.0.1:5", "--iex", "127.0.0.1:5"));
        assertEquals("--iex host is not HOST:PORT: write it as 233.54.12.111:26477", refusal("--iex", "host"));
        assertEquals("--venue XNAS sends MoldUDP64, and --iex is for IEX-TP: give the other address option, or omit"
                + " --venue",
                assertThrows(BusException.class,
                        () -> parse("--iex", "127.0.0.1:0").format("XNAS")).getMessage());
    }

    @Test
    void twoFeedsCanJoinTheSameGroup() {
        try (MoldSession one = open("--moldudp64", "239.255.1.1:0", "--request", SERVER, "--interface", "lo")) {
            final String group = one.shown().split(" ")[0];
            try (MoldSession two = open("--moldudp64", group, "--request", SERVER, "--interface", "lo")) {
                assertEquals(one.shown(), two.shown());
            }
        }
    }

    @Test
    void invalidAddressesAreRefused() {
        for (final String text : new String[]{"host", ":1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
                "127.0.0.1:123456", "127.0.0.1:x", ""}) {
            assertEquals("--moldudp64 " + text + " is not HOST:PORT: write it as 233.54.12.111:26477",
                    refusal("--moldudp64", text, "--request", SERVER));
        }
        assertEquals("--request 127.0.0.1:0: requests cannot be sent there: name the server and its port",
                refusal("--moldudp64", "127.0.0.1:0", "--request", "127.0.0.1:0"));
        assertEquals("--request 0.0.0.0:1: requests cannot be sent there: name the server and its port",
                refusal("--moldudp64", "127.0.0.1:0", "--request", "0.0.0.0:1"));
    }

    @Test
    void incompleteSessionIsRefused() {
        assertEquals("a live session needs --moldudp64 or --iex: it is missing", refusal("--request", SERVER));
        assertEquals("--attempts 0: give 1 or more",
                refusal("--moldudp64", "127.0.0.1:0", "--request", SERVER, "--attempts", "0"));
    }

    @Test
    void unknownOrUnnecessaryInterfaceIsRefused() {
        final String refused = refusal("--moldudp64", "239.255.1.1:0", "--request", SERVER, "--interface", "eth99");
        assertTrue(refused.startsWith("--interface eth99: this host has no such interface or address; available: lo"),
                refused);
        assertEquals(
                "--interface is for multicast groups, and 127.0.0.1:0 is not one: omit it, as the address determines"
                        + " the interface",
                refusal("--moldudp64", "127.0.0.1:0", "--request", SERVER, "--interface", "lo"));
    }

    @Test
    void portInUseIsReported() throws IOException {
        try (DatagramChannel other = DatagramChannel.open()) {
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            final String taken = "127.0.0.1:" + other.socket().getLocalPort();
            assertEquals("cannot listen on " + taken + ": Address already in use; use a multicast group, or an"
                    + " address and a free port of this host", refusal("--moldudp64", taken, "--request", SERVER));
        }
    }

    private static String refusal(final String... args) {
        return assertThrows(BusException.class, () -> open(args).close()).getMessage();
    }

    private static MoldSession open(final String... args) {
        return parse(args).open(() -> 0, () -> 0, null);
    }

    private static LiveOptions parse(final String... args) {
        final Holder holder = new Holder();
        new CommandLine(holder).parseArgs(args);
        assertTrue(holder.options.areGiven());
        return holder.options;
    }

    @Command
    private static final class Holder {
        @Mixin
        private LiveOptions options;
    }
}
