package io.verbus.marketdata.mold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class IexTpReceiverTest {
    private static final long SILENCE_NS = 1_000;
    private static final MoldSettings SETTINGS = MoldSettings.defaults().withFormat(PacketFormat.IEX_TP)
            .withRetryNs(100).withContinuesAfterLoss(true)
            .withDiscipline(MoldDiscipline.defaults().withSilenceNs(SILENCE_NS));
    private static final MoldSettings TRUSTED = SETTINGS
            .withDiscipline(SETTINGS.discipline().withFarMessages(Integer.MAX_VALUE));

    private final Script script = new Script(SETTINGS, false);
    private final Script trusting = new Script(TRUSTED.withSides(2), false);

    @Test
    void messagesAreDeliveredInOrderAndAGapIsALoss() {
        script.take(heartbeat(1, 1)).take(messages(1, 2, 2)).take(messages(4, 1, 4)).take(messages(3, 1, 3))
                .take(messages(6, 1, 6)).at(100);
        assertEquals(List.of("session 7", "1", "2", "3", "4", "lost 7 5..5 without a re-request server", "6"),
                script.deliverHeld().done());
        assertEquals(MoldState.LIVE, script.receiver.state());
        assertEquals(1, script.receiver.counts().heartbeats());
    }

    @Test
    void restartNeedsASilenceAndASecondPacket() {
        script.take(messages(1, 20, 1));
        script.at(SILENCE_NS - 1).take(heartbeat(1, 2)).take(heartbeat(1, 3)).take(messages(1, 1, 4)).done();
        assertEquals(3, script.receiver.counts().strayPackets());
        script.at(SILENCE_NS).take(heartbeat(1, 5));
        assertEquals(List.of(), script.done());
        assertEquals(List.of("session 7", "1", "2"), script.take(heartbeat(1, 6)).take(messages(1, 2, 7)).done());
        assertEquals(4, script.receiver.counts().strayPackets());
    }

    @Test
    void packetOfTheSessionDeniesARestart() {
        script.take(messages(1, 20, 1)).at(SILENCE_NS).take(heartbeat(1, 2)).take(messages(21, 1, 3)).done();
        script.at(2 * SILENCE_NS).take(heartbeat(1, 4));
        assertEquals(List.of(), script.done());
        assertEquals(List.of("session 7"), script.take(heartbeat(1, 5)).done());
    }

    @Test
    void restartIsFoundThoughAPacketWasSentAtALaterTime() {
        script.take(messages(1, 20, Long.MAX_VALUE));
        for (int now = 1; now <= SILENCE_NS; now++) {
            script.at(now).take(heartbeat(1, now));
        }
        assertEquals(List.of("session 7"), script.done().subList(0, 1));
        assertEquals(List.of("session 7"), script.take(heartbeat(1, SILENCE_NS)).done());
    }

    @Test
    void trustedRestartIsFollowedAtOnceAndEarlierPacketsAreNot() {
        trusting.take(0, messages(1, 5, 10)).take(0, messages(6, 5, 20));
        trusting.take(0, messages(1, 5, 10)).take(0, heartbeat(1, 20));
        trusting.done();
        assertEquals(List.of("session 7", "1", "2"), trusting.take(0, messages(1, 2, 30)).done());
        trusting.take(1, messages(1, 5, 10)).take(1, messages(6, 5, 20)).take(1, messages(1, 2, 30));
        assertEquals(List.of("3"), trusting.take(1, messages(3, 1, 40)).done());
        assertEquals(4, trusting.receiver.counts().latePackets());
        assertEquals(0, trusting.receiver.counts().strayPackets());
        assertEquals(0, trusting.receiver.counts().lost());
    }

    @Test
    void missingMessagesBeforeARestartAreLost() {
        trusting.take(0, messages(1, 1, 10)).take(0, messages(5, 1, 20)).done();
        assertEquals(List.of("lost 7 2..5 when its sender restarted", "session 7", "1"),
                trusting.take(0, messages(1, 1, 30)).done());
    }

    @Test
    void secondRestartIsFollowedToo() {
        for (int run = 1; run < 5; run++) {
            assertEquals(List.of("session 7", "1", "2"), trusting.take(0, messages(1, 2, run)).done());
        }
    }

    @Test
    void packetsThatAreNotSoundAreMalformed() {
        final byte[] sound = messages(1, 2, 1);
        final PacketFormat format = PacketFormat.IEX_TP;
        assertTrue(format.isSound(new UnsafeBuffer(sound), 0, sound.length));
        for (int length = 0; length < sound.length; length++) {
            assertFalse(format.isSound(new UnsafeBuffer(sound, 0, length), 0, length), length + " bytes");
        }
        // Version, protocol, payload length, count, sequence, length of a message.
        for (final int at : new int[]{0, 2, 3, 12, 13, 14, 15, 31, 40, 41}) {
            final byte[] changed = sound.clone();
            changed[at] ^= (byte) 0x80;
            assertFalse(format.isSound(new UnsafeBuffer(changed), 0, changed.length), "byte " + at);
        }
        final byte[] mold = Packets.of("S", 1, 2);
        assertFalse(format.isSound(new UnsafeBuffer(mold), 0, mold.length));
        assertFalse(MoldDiscipline.defaults().accepts(PacketFormat.MOLDUDP64, new UnsafeBuffer(sound), 0,
                sound.length));
    }

    @Test
    void cutPacketKeepsItsWholeMessages() {
        final byte[][] whole = {messages(9, 3, 1), Packets.of("S", 9, 3)};
        for (int each = 0; each < whole.length; each++) {
            final PacketFormat format = each == 0 ? PacketFormat.IEX_TP : PacketFormat.MOLDUDP64;
            final int header = format.headerLength();
            for (int length = 0; length < whole[each].length; length++) {
                final byte[] cut = Arrays.copyOf(whole[each], length);
                final int kept = format.keepWholeMessages(new UnsafeBuffer(cut), length);
                // Messages 9, 10 and 11: 3, 4 and 4 bytes with their lengths.
                final int count = length < header + 3 ? 0 : length < header + 7 ? 1 : 2;
                assertEquals(count == 0 ? 0 : header + 3 + 4 * (count - 1), kept);
                assertEquals(count > 0, format.isSound(new UnsafeBuffer(cut), 0, kept),
                        format + ", " + length + " bytes");
            }
        }
    }

    private static byte[] messages(final long first, final int count, final long sentNs) {
        return Packets.iexTp(Packets.of("S", first, count), sentNs);
    }

    private static byte[] heartbeat(final long next, final long sentNs) {
        return Packets.iexTp(Packets.heartbeat("S", next), sentNs);
    }
}
