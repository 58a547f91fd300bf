package io.verbus.marketdata.itch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.marketdata.mold.MoldDiscipline;
import io.verbus.marketdata.mold.MoldReceiver;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.mold.MoldSink;
import io.verbus.marketdata.support.Pcap;
import io.verbus.marketdata.support.RealData;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Captured packets of two exchanges: each is decoded, and each field of each message equals that of juncture. */
class MoldCaptureTest {
    private static final long MIDNIGHT_NS = 1_692_676_800_000_000_000L;
    private static final Map<Byte, ItchType> TYPES = Arrays.stream(ItchType.values())
            .collect(Collectors.toMap(type -> (byte) type.code(), Function.identity()));

    private final ItchNormaliser normaliser = new ItchNormaliser(MIDNIGHT_NS);
    private final CollectingWriter out = new CollectingWriter(0);

    @Test
    void everyFieldOfEveryMessageIsKept() throws Exception {
        final Map<String, String> found = new TreeMap<>();
        final List<Path> files;
        try (Stream<Path> walk = Files.walk(RealData.path("moldudp64"))) {
            files = walk.filter(file -> file.toString().endsWith(".pcap")).toList();
        }
        for (final Path file : files) {
            final List<byte[]> messages = messages(file);
            for (final byte[] message : messages) {
                final ItchType type = TYPES.get(message[0]);
                assertEquals(type.length(), message.length, file + ": " + type);
                normaliser.normalise(new UnsafeBuffer(message), 0, message.length, 1, 1, out);
                assertEquals(Juncture.parse(type, message), Decoded.decode(out.take(), type, MIDNIGHT_NS),
                        file.toString());
            }
            found.put(file.getParent().getFileName().toString().split("\\.")[0] + "/"
                    + file.getFileName().toString().replace(".pcap", ""), counts(messages));
        }

        assertEquals("""
                Bx/AddOrderNoMpidAttributionMessage {A=1}
                Bx/OrderDeleteMessage {D=1}
                Bx/OrderReplaceMessage {U=1}
                Nasdaq/AddOrderNoMpidAttributionMessage {A=1}
                Nasdaq/MarketParticipantPositionMessage {L=1}
                Nasdaq/Multiple.Packets {A=36, D=1, F=2}
                Nasdaq/NetOrderImbalanceIndicatorMessage {I=1}
                Nasdaq/OrderDeleteMessage {D=1}
                Nasdaq/OrderExecutedMessage {E=1}
                Nasdaq/OrderReplaceMessage {U=1}
                Nasdaq/StockTradingActionMessage {H=1}
                heartbeat/Heartbeat {}
                """, found.entrySet().stream().map(each -> each.getKey() + " " + each.getValue() + "\n")
                .collect(Collectors.joining()));
    }

    /** Joins in mid-session, so the messages before the capture are lost. */
    private static List<byte[]> messages(final Path file) throws Exception {
        final List<byte[]> messages = new ArrayList<>();
        final MoldSink sink = new MoldSink() {
            @Override
            public void onSession(final String session) {
                assertEquals(10, session.length(), file.toString());
            }

            @Override
            public void onMessages(final DirectBuffer in, final int offset, final int length, final long sequence) {
                for (int at = offset; at < offset + length;) {
                    final byte[] message = new byte[in.getShort(at, ByteOrder.BIG_ENDIAN)];
                    in.getBytes(at + 2, message);
                    messages.add(message);
                    at += 2 + message.length;
                }
            }

            @Override
            public void onFalseEnd(final String session, final long end) {
                throw new AssertionError("false end " + end);
            }

            @Override
            public void onLoss(final String session, final long first, final long last, final String cause) {
                assertTrue(messages.isEmpty() ? first == 1 : last > first, file.toString());
            }
        };
        final MoldReceiver receiver = new MoldReceiver(
                MoldSettings.defaults().withRetryNs(1).withAttempts(1).withMessagesPerRequest(1).withHeldBytes(1 << 20)
                        .withContinuesAfterLoss(true)
                        .withDiscipline(new MoldDiscipline(null, 1_000, Integer.MAX_VALUE)),
                sink,
                packet -> {});
        final List<byte[]> packets = Pcap.udpPayloads(file);
        for (final byte[] packet : packets) {
            receiver.onDatagram(0, new UnsafeBuffer(packet), 0, packet.length, 0);
        }
        for (int nowNs = 1; nowNs <= packets.size(); nowNs++) {
            receiver.onTime(nowNs);
            while (receiver.deliverHeld(nowNs)) {
                assertEquals(0, receiver.counts().malformed(), file.toString());
            }
        }
        assertEquals(packets.size(), receiver.counts().packets(), file.toString());
        assertEquals(0, receiver.counts().malformed(), file.toString());
        return messages;
    }

    private static String counts(final List<byte[]> messages) {
        return messages.stream().collect(Collectors.groupingBy(message -> (char) message[0], TreeMap::new,
                Collectors.counting())).toString();
    }
}
