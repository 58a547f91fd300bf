package io.verbus.marketdata.mold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class MoldReceiverTest {
    private static final long SILENCE_NS = MoldDiscipline.defaults().silenceNs();
    private static final MoldSettings SETTINGS = MoldSettings.defaults().withRetryNs(100).withAttempts(3)
            .withMessagesPerRequest(10).withHeldBytes(4_096);

    private final Script script = new Script(SETTINGS);

    @Test
    void messagesAreDeliveredInOrderUntilTheEnd() {
        script.take(Packets.heartbeat("S", 1)).take(Packets.of("S", 1, 2)).take(Packets.of("S", 3, 1));
        assertEquals(MoldState.LIVE, script.receiver.state());

        script.take(Packets.end("S", 4)).take(Packets.end("S", 4)).at(SILENCE_NS - 1);
        assertEquals(MoldState.ENDING, script.receiver.state());
        script.at(SILENCE_NS).take(Packets.of("S", 4, 1));

        assertEquals(List.of("session S", "1", "2", "3"), script.done());
        assertEquals(MoldState.ENDED, script.receiver.state());
        assertEquals(3, script.receiver.counts().heartbeats());
        assertEquals(3, script.receiver.counts().messages());
    }

    @Test
    void lateReceiverStartsAtSequenceOne() {
        script.take(Packets.heartbeat("S", 13));
        assertEquals(List.of("session S", "request S 1+10"), script.done());
        assertEquals(MoldState.RECOVERING, script.receiver.state());

        script.answer(Packets.of("S", 1, 10)).answer(Packets.of("S", 11, 2));

        assertEquals(append(sequences(1, 10), List.of("request S 11+2"), sequences(11, 12)), script.done());
        assertEquals(MoldState.LIVE, script.receiver.state());
        assertEquals(12, script.receiver.counts().recovered());
    }

    @Test
    void earlyPacketIsHeldAndOnlyTheGapRequested() {
        script.take(Packets.of("S", 1, 2)).take(Packets.of("S", 5, 2)).take(Packets.of("S", 7, 2));
        assertEquals(List.of("session S", "1", "2", "request S 3+2"), script.done());

        script.take(Packets.of("S", 3, 2));

        assertEquals(sequences(3, 8), script.done());
        assertEquals(MoldState.LIVE, script.receiver.state());
        assertEquals(1, script.receiver.counts().gaps());
        assertEquals(2, script.receiver.counts().recovered());
        assertEquals(2, script.receiver.counts().heldPackets());
    }

    @Test
    void restOfGapIsRequestedAfterPartialAnswer() {
        script.take(Packets.of("S", 1, 1)).take(Packets.of("S", 9, 1)).take(Packets.of("S", 2, 3));

        assertEquals(append(List.of("session S", "1", "request S 2+7"), sequences(2, 4), List.of("request S 5+4")),
                script.done());
    }

    @Test
    void secondGapIsFoundAfterTheFirst() {
        script.take(Packets.of("S", 1, 1)).take(Packets.of("S", 3, 1)).take(Packets.of("S", 5, 1)).done();

        script.take(Packets.of("S", 2, 1));

        assertEquals(List.of("2", "3", "request S 4+1"), script.done());
        assertEquals(2, script.receiver.counts().gaps());
    }

    @Test
    void reorderedPacketsAreDeliveredInOrder() {
        script.take(Packets.of("S", 1, 1)).take(Packets.of("S", 4, 1)).take(Packets.of("S", 3, 1));
        script.take(Packets.of("S", 5, 1)).take(Packets.of("S", 3, 1)).take(Packets.of("S", 2, 1));

        assertEquals(List.of("session S", "1", "request S 2+2", "2", "3", "4", "5"), script.done());
        assertEquals(MoldState.LIVE, script.receiver.state());
    }

    @Test
    void heldPacketsAreNotLostWithTheGap() {
        final Script deaf = new Script(MoldSettings.defaults().withRetryNs(100).withAttempts(1)
                .withMessagesPerRequest(10).withHeldBytes(4_096).withContinuesAfterLoss(true));
        deaf.take(Packets.of("S", 1, 1)).take(Packets.of("S", 9, 1)).take(Packets.of("S", 4, 2)).done();

        assertEquals(List.of("lost S 2..3 after 1 request without an answer"), deaf.at(100).done());
        deaf.take(Packets.of("S", 10, 1));

        assertEquals(List.of("4", "5", "request S 6+3"), deaf.done());
        assertEquals(2, deaf.receiver.counts().gaps());
    }

    @Test
    void duplicatesAreNotDelivered() {
        script.take(Packets.of("S", 1, 3)).take(Packets.of("S", 1, 3)).take(Packets.of("S", 2, 4));

        assertEquals(append(List.of("session S"), sequences(1, 5), List.of()), script.done());
        assertEquals(5, script.receiver.counts().repeated());
    }

    @Test
    void packetsWithoutRoomAreRequestedLater() {
        final Script tight = new Script(SETTINGS.withHeldBytes(60));
        tight.take(Packets.of("S", 1, 1)).take(Packets.of("S", 3, 1)).take(Packets.of("S", 4, 1))
                .take(Packets.of("S", 5, 1)).done();
        assertEquals(1, tight.receiver.counts().refusedPackets());

        tight.take(Packets.of("S", 2, 1)).take(Packets.of("S", 5, 1));

        assertEquals(List.of("2", "3", "4", "request S 5+1", "5"), tight.done());
        assertEquals(MoldState.LIVE, tight.receiver.state());
    }

    @Test
    void requestIsRepeatedUntilTheLastAttempt() {
        script.take(Packets.of("S", 1, 1)).take(Packets.of("S", 4, 1)).at(99).done();

        assertEquals(List.of(), script.at(99).done());
        assertEquals(List.of("request S 2+2"), script.at(100).done());
        assertEquals(List.of("request S 2+2"), script.at(200).done());
        assertEquals(MoldState.RECOVERING, script.receiver.state());
        assertEquals(List.of("lost S 2..3 after 3 requests without an answer"), script.at(300).done());
        assertEquals(MoldState.GIVEN_UP, script.receiver.state());
        assertEquals(2, script.receiver.counts().lost());
        assertEquals(List.of(), script.take(Packets.of("S", 2, 2)).at(1_000).done());
    }

    @Test
    void heldPacketThatIsDueIsNotRequested() {
        final MoldReceiver receiver = script.receiver;
        for (final int first : new int[]{1, 3, 2}) {
            final byte[] packet = Packets.of("S", first, 1);
            receiver.onDatagram(0, new UnsafeBuffer(packet), 0, packet.length, 0);
        }
        assertEquals(List.of("session S", "1", "request S 2+1", "2"), script.done());

        assertEquals(List.of(), script.at(1_000).done());
        assertTrue(receiver.deliverHeld(1_000));
        assertEquals(List.of("3"), script.done());
        assertFalse(receiver.deliverHeld(1_000));
        assertEquals(MoldState.LIVE, receiver.state());
    }

    @Test
    void attemptsRestartWithEachProgress() {
        script.take(Packets.heartbeat("S", 4)).at(100).at(200).done();

        script.answer(Packets.of("S", 1, 1)).at(300).at(400);

        assertEquals(List.of("1", "request S 2+2", "request S 2+2", "request S 2+2"), script.done());
        assertEquals(MoldState.RECOVERING, script.receiver.state());
    }

    @Test
    void sessionContinuesAfterLossOnRequest() {
        final Script open = new Script(MoldSettings.defaults().withRetryNs(100).withAttempts(1)
                .withMessagesPerRequest(10).withHeldBytes(4_096).withContinuesAfterLoss(true));
        open.take(Packets.of("S", 1, 1)).take(Packets.of("S", 4, 1)).done();

        assertEquals(List.of("lost S 2..3 after 1 request without an answer"), open.at(100).done());
        open.take(Packets.of("S", 5, 1)).take(Packets.end("S", 6));

        assertEquals(sequences(4, 5), open.done());
        assertEquals(MoldState.ENDED, open.at(100 + SILENCE_NS).receiver.state());
        assertEquals(2, open.receiver.counts().lost());
    }

    @Test
    void sessionEndsOnlyWithItsTail() {
        script.take(Packets.of("S", 1, 1)).take(Packets.end("S", 3)).take(Packets.end("S", 3));
        assertEquals(List.of("session S", "1", "request S 2+1"), script.done());

        script.take(Packets.of("S", 2, 1));

        assertEquals(List.of("2"), script.done());
        assertEquals(MoldState.ENDED, script.at(SILENCE_NS).receiver.state());
    }

    @Test
    void endBeforeReceivedMessagesIsIgnored() {
        script.take(Packets.of("S", 1, 3)).take(Packets.end("S", 3)).take(Packets.of("S", 4, 1));

        assertEquals(append(List.of("session S"), sequences(1, 4), List.of()), script.done());
        assertEquals(MoldState.LIVE, script.receiver.state());
    }

    @Test
    void sessionContinuesAfterOneForgedEnd() {
        script.take(Packets.of("S", 1, 3)).take(Packets.end("S", 4)).at(1_000).take(Packets.of("S", 4, 1));

        assertEquals(append(List.of("session S"), sequences(1, 3), List.of("false end S 4", "4")), script.done());
        assertEquals(MoldState.LIVE, script.receiver.state());
        assertEquals(MoldState.LIVE, script.at(2 * SILENCE_NS).receiver.state());
    }

    @Test
    void heartbeatAfterAnEndDeniesIt() {
        script.take(Packets.of("S", 1, 3)).take(Packets.end("S", 4)).take(Packets.heartbeat("S", 4));

        assertEquals("false end S 4", script.done().getLast());
        assertEquals(MoldState.LIVE, script.at(SILENCE_NS).receiver.state());
    }

    @Test
    void lateCopyOfAnOldPacketDoesNotDenyAnEnd() {
        script.take(Packets.of("S", 1, 3)).take(Packets.end("S", 4)).take(Packets.of("S", 2, 2)).done();

        assertEquals(MoldState.ENDED, script.at(SILENCE_NS).receiver.state());
        assertEquals(0, script.receiver.counts().falseEnds());
    }

    @Test
    void oneFarHeartbeatIsIgnored() {
        script.take(Packets.of("S", 1, 2)).take(Packets.heartbeat("S", 1_000_000_000_000L)).take(Packets.of("S", 3, 1))
                .take(Packets.end("S", 1_000_000_000_000L)).take(Packets.of("S", 4, 1)).at(10 * SILENCE_NS);

        assertEquals(append(List.of("session S"), sequences(1, 4), List.of()), script.done());
        assertEquals(2, script.receiver.counts().doubtedPackets());
        assertEquals(0, script.receiver.counts().requests());
    }

    @Test
    void twoFarPacketsThatAgreeAreAccepted() {
        script.take(Packets.heartbeat("S", 1_000_001)).done();
        assertEquals(List.of("request S 1+10"), script.take(Packets.of("S", 1_000_001, 1)).done());
    }

    @Test
    void anotherSessionIsSkippedWhileTheFirstIsActive() {
        script.take(Packets.of("A", 1, 2)).take(Packets.heartbeat("B", 1)).take(Packets.of("B", 1, 1))
                .at(SILENCE_NS - 1).take(Packets.of("A", 3, 1)).at(SILENCE_NS).take(Packets.of("B", 1, 1))
                .take(Packets.of("B", 1, 1)).take(Packets.of("A", 4, 1));

        assertEquals(append(List.of("session A"), sequences(1, 4), List.of()), script.done());
        assertEquals(4, script.receiver.counts().strayPackets());
    }

    @Test
    void secondPacketAfterSilenceReplacesTheSessionForGood() {
        script.take(Packets.of("A", 1, 2)).at(SILENCE_NS).take(Packets.heartbeat("B", 1));
        assertEquals(List.of("session A", "1", "2"), script.done());
        script.take(Packets.of("B", 1, 1)).take(Packets.of("A", 3, 1)).take(Packets.of("B", 2, 1));

        assertEquals(List.of("session B", "1", "2"), script.done());
        assertEquals(2, script.receiver.counts().strayPackets());
        script.at(3 * SILENCE_NS).take(Packets.of("A", 3, 1)).take(Packets.of("A", 3, 1));
        assertEquals("B", script.receiver.session());
    }

    @Test
    void packetOfTheSilentSessionPreventsReplacement() {
        script.take(Packets.of("A", 1, 2)).at(SILENCE_NS).take(Packets.of("B", 1, 1)).take(Packets.heartbeat("A", 3))
                .at(2 * SILENCE_NS).take(Packets.of("B", 1, 1));

        assertEquals("A", script.receiver.session());
    }

    @Test
    void onlyTheNamedSessionIsFollowed() {
        final Script named = new Script(SETTINGS.withDiscipline(MoldDiscipline.defaults().withSession("B")));
        named.take(Packets.of("A", 1, 2)).take(Packets.of("B", 1, 1)).at(SILENCE_NS).take(Packets.of("A", 1, 2))
                .take(Packets.of("A", 1, 2));

        assertEquals(List.of("session B", "1"), named.done());
        assertEquals(3, named.receiver.counts().strayPackets());
    }

    @Test
    void missingMessagesOfReplacedSessionAreReported() {
        final Script open = new Script(MoldSettings.defaults().withRetryNs(SILENCE_NS * 2).withAttempts(3)
                .withMessagesPerRequest(10).withHeldBytes(4_096));
        open.take(Packets.of("A", 1, 1)).take(Packets.of("A", 4, 1)).at(SILENCE_NS).take(Packets.heartbeat("B", 1))
                .take(Packets.of("B", 1, 1));

        assertEquals(List.of("session A", "1", "request A 2+2",
                "lost A 2..4 when another session replaced it", "session B", "1"), open.done());
        assertEquals(3, open.receiver.counts().lost());
    }

    @Test
    void malformedPacketsAreCountedAndSkipped() {
        final byte[] cut = {0, 2, '1'};
        final byte[] trailing = {0, 1, '1', 0};
        final List<byte[]> malformed = List.of(new byte[0], new byte[19], Packets.raw("S", 0, 0),
                Packets.raw("S", -1, 0), Packets.raw("S", Long.MAX_VALUE - 0xFFFD, 0), Packets.raw("S", 1, 1),
                Packets.raw("S", 1, 1, (byte) 0), Packets.raw("S", 1, 1, cut), Packets.raw("S", 1, 1, trailing),
                Packets.raw("S", 1, 0xFFFE, trailing), Packets.raw("S", 1, 0xFFFF, trailing));

        malformed.forEach(script::take);

        assertEquals(List.of(), script.done());
        assertEquals(MoldState.SILENT, script.receiver.state());
        assertEquals(malformed.size(), script.receiver.counts().malformed());
    }

    @Test
    void emptyBlocksUseUpNoSequence() {
        script.take(Packets.of("S", 1, 2)).take(Packets.raw("S", 3, 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0));
        script.take(Packets.of("S", 3, 2));

        assertEquals(append(List.of("session S"), sequences(1, 4), List.of()), script.done());
        assertEquals(1, script.receiver.counts().malformed());
        assertEquals(0, script.receiver.counts().repeated());
    }

    @Test
    void emptyBlocksOfTheSenderAreRequestedAgain() {
        script.take(Packets.raw("S", 1, 2, (byte) 0, (byte) 1, (byte) '1', (byte) 0, (byte) 0));
        script.take(Packets.of("S", 3, 1)).answer(Packets.of("S", 1, 2));

        assertEquals(append(List.of("session S", "request S 1+2"), sequences(1, 3), List.of()), script.done());
    }

    @Test
    void laterLowerHeartbeatCancelsAClaim() {
        script.take(Packets.of("S", 1, 2)).at(1).take(Packets.heartbeat("S", 9_999)).take(Packets.heartbeat("S", 3));
        assertEquals(List.of("session S", "1", "2", "request S 3+10"), script.done());
        assertEquals(MoldState.LIVE, script.receiver.state());

        script.at(2 * SILENCE_NS).take(Packets.of("S", 3, 1)).take(Packets.end("S", 4)).at(3 * SILENCE_NS);

        assertEquals(List.of("3"), script.done());
        assertEquals(MoldState.ENDED, script.receiver.state());
    }

    @Test
    void laterMessagesCancelAHigherClaim() {
        script.take(Packets.of("S", 1, 2)).take(Packets.heartbeat("S", 500)).done();

        script.take(Packets.of("S", 3, 1)).take(Packets.of("S", 4, 1));

        assertEquals(List.of("3", "4"), script.done());
        assertEquals(MoldState.LIVE, script.receiver.state());
    }

    @Test
    void answersConfirmAndCancelNoClaim() {
        script.take(Packets.of("S", 1, 2)).take(Packets.heartbeat("S", 9)).done();

        script.answer(Packets.heartbeat("S", 3)).answer(Packets.heartbeat("S", 5_000)).answer(Packets.of("S", 3, 2));

        assertEquals(List.of("3", "4", "request S 5+4"), script.done());
        assertEquals(MoldState.RECOVERING, script.receiver.state());
    }

    @Test
    void answerStartsNoSession() {
        script.answer(Packets.of("S", 1, 2));
        assertEquals(MoldState.SILENT, script.receiver.state());

        script.take(Packets.of("A", 1, 1)).at(SILENCE_NS).answer(Packets.of("B", 1, 1)).answer(Packets.of("B", 1, 1));
        assertEquals("A", script.receiver.session());
        assertEquals(3, script.receiver.counts().strayPackets());
    }

    @Test
    void forgedEndAheadIsDeniedByALowerHeartbeatAndALowerEnd() {
        script.take(Packets.of("S", 1, 2)).take(Packets.end("S", 100)).take(Packets.heartbeat("S", 3));
        assertEquals("false end S 100", script.done().getLast());

        script.take(Packets.end("S", 100)).take(Packets.end("S", 3)).at(SILENCE_NS);

        assertEquals("false end S 100", script.done().getLast());
        assertEquals(MoldState.ENDED, script.receiver.state());
        assertEquals(0, script.receiver.counts().lost());
    }

    @Test
    void endThatTheMessagesReachLaterStillNeedsTheSilence() {
        script.take(Packets.end("S", 4)).at(2 * SILENCE_NS).take(Packets.of("S", 1, 3)).at(2 * SILENCE_NS)
                .take(Packets.of("S", 4, 1));

        assertEquals("4", script.done().getLast());
        assertEquals(MoldState.LIVE, script.receiver.state());
    }

    @Test
    void heldMessagesAfterALowerHeartbeatAreDropped() {
        script.take(Packets.of("S", 1, 2)).take(Packets.of("S", 50, 2)).take(Packets.heartbeat("S", 3));
        assertEquals(MoldState.LIVE, script.receiver.state());

        script.take(Packets.of("S", 3, 60)).done();

        assertEquals(0, script.receiver.counts().repeated());
        assertEquals(63, script.receiver.expected());
    }

    @Test
    void claimWithoutMessagesIsALossOnlyAfterTheSilence() {
        script.take(Packets.of("S", 1, 1)).take(Packets.heartbeat("S", 4));
        for (int i = 1; i < 10; i++) {
            script.at(100 * i);
        }
        assertEquals(MoldState.RECOVERING, script.receiver.state());
        script.done();

        assertEquals(List.of("lost S 2..3 after 10 requests without an answer"), script.at(SILENCE_NS).done());
    }

    private static List<String> sequences(final long first, final long last) {
        return LongStream.rangeClosed(first, last).mapToObj(Long::toString).toList();
    }

    private static List<String> append(final List<String> before, final List<String> middle, final List<String> after) {
        return Stream.of(before, middle, after).flatMap(List::stream).toList();
    }
}
