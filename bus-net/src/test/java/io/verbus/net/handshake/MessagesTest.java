package io.verbus.net.handshake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Start;
import io.verbus.net.address.Secret;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.spi.Request.Another;
import io.verbus.spi.Request.Resume;
import io.verbus.spi.Request.Target;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.seeds.Seeds;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A message is decoded as encoded, or rejected. */
class MessagesTest {
    private static final SubscriptionIdentity SUBSCRIBER = new SubscriptionIdentity(5, "book ☃", Policy.SKIP, 6, 7);
    private static final LogIdentity LOG = new LogIdentity("md.itch", 11, "feed", 1 << 20, true, 12, 13, 14, 15,
            "0.1.0 (abc)");
    private static final Offer OFFER = new Offer(LOG, 4096, 17, 15, GapCause.DISCONNECTED, Refusal.BUDGET);
    private static final RemoteMemory MEMORY = new RemoteMemory(0x7fff_0000_1000L, 0x8000_0001);
    private static final List<Message> ALL = List.of(new AnnounceMessage("md.itch", 11),
            new SubscribeMessage(new Request("md.itch", SUBSCRIBER, new Resume(11, 64, 2))),
            new OfferMessage(OFFER, MEMORY, new RemoteMemory(77, 78)), new RefuseMessage(Failure.GONE, "it is gone"),
            new ImageMessage(MEMORY, 256, MEMORY),
            new OfferMessage(new Offer(LOG.relayedBy(16, 17, "rack ☃"), 4096, 17, 15, GapCause.UPSTREAM, Refusal.NONE),
                    MEMORY, MEMORY));

    private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(MessageType.MAX_LENGTH));

    static MessageAuthenticator authenticator(final Optional<Secret> secret, final int seed, final boolean connector) {
        return new MessageAuthenticator(secret, new byte[]{1, (byte) seed}, connector);
    }

    private static final MessageAuthenticator MINE = authenticator(Optional.empty(), 1, true);
    private static final MessageAuthenticator THEIRS = authenticator(Optional.empty(), 1, false);

    private Message carried(final Message message) {
        return Messages.read(buffer, Messages.write(message, MINE, buffer), THEIRS);
    }

    private Request carried(final Target target) {
        return ((SubscribeMessage) carried(new SubscribeMessage(new Request("md.itch", SUBSCRIBER, target)))).request();
    }

    @Test
    void decodedMessageEqualsTheEncodedOne() {
        for (final Message message : ALL) {
            if (!(message instanceof SubscribeMessage)) { // their subscriptions have identity semantics
                assertEquals(message, carried(message));
            }
        }
        for (final Target target : List.of(new Another(Set.of(), Start.live()),
                new Another(Set.of(1L, -2L), Start.oldest()),
                new Another(Set.of(3L), Start.at(99)), new Resume(-11, 1L << 40, 1L << 30))) {
            final Request request = carried(target);
            assertEquals("md.itch", request.stream());
            assertEquals(SUBSCRIBER, request.subscriber());
            assertEquals(target, request.target());
        }
    }

    @Test
    void requestCarriesHistoryFlag() {
        for (final boolean history : new boolean[]{true, false}) {
            final Request asked = new Request("md.itch", SUBSCRIBER, new Resume(1, 0, 0), history);
            assertEquals(history, ((SubscribeMessage) carried(new SubscribeMessage(asked))).request().history());
        }
    }

    @Test
    void longTextIsCutBetweenCharactersWithoutControlCharacters() {
        final Message refusal = new RefuseMessage(Failure.REFUSED, "a\n" + "☃".repeat(300));
        final RefuseMessage cut = (RefuseMessage) carried(refusal);
        assertEquals("a " + "☃".repeat(166), cut.reason());
    }

    private String refusal(final Message message, final Consumer<UnsafeBuffer> change) {
        final int length = Messages.write(message, MINE, buffer);
        change.accept(buffer);
        return assertThrows(BusException.class, () -> Messages.read(buffer, length, THEIRS)).getMessage();
    }

    @Test
    void fieldOutOfBoundsIsRejectedWithReason() {
        final Message subscribe = ALL.get(1);
        final Message offer = ALL.get(2);
        final Object[][] cases = {
                {subscribe, SubscribeMessage.POLICY_OFFSET, "policy 77"},
                {subscribe, SubscribeMessage.START_OFFSET, "start 77"},
                {subscribe, SubscribeMessage.STREAM_OFFSET, null, 125, "a text of 125 bytes"},
                {subscribe, SubscribeMessage.STREAM_OFFSET, null, -1, "a text of -1 bytes"},
                {subscribe, SubscribeMessage.POSITION_OFFSET, "position 77"},
                {offer, OfferMessage.CAPACITY_OFFSET, "a log of 77 bytes"},
                {offer, OfferMessage.LAYOUT_OFFSET, "has a log of layout 77, written by Verbus 0.1.0 (abc), and Verbus "
                        + Build.description() + " reads layout 4"},
                {offer, OfferMessage.POSITION_OFFSET, "position 77"},
                {ALL.get(3), RefuseMessage.KIND_OFFSET, "kind 77"},
                {ALL.get(4), ImageMessage.RECEIVES_OFFSET, null, 0, "0 receives"},
                {ALL.get(0), Messages.TYPE_OFFSET, "type 77"}};
        for (final Object[] invalid : cases) {
            final int value = invalid.length == 3 ? 77 : (Integer) invalid[3];
            final String message = refusal((Message) invalid[0], b -> b.putInt((Integer) invalid[1], value));
            assertTrue(message.contains((String) invalid[invalid.length - 1]), message);
        }
        assertTrue(refusal(ALL.get(0), b -> b.putLong(AnnounceMessage.SESSION_OFFSET, 0)).contains("a session of 0"));
        assertTrue(refusal(offer, b -> b.putByte(OfferMessage.STREAM_OFFSET + 4, (byte) 0xFF)).contains("not UTF-8"));
        assertTrue(refusal(offer, b -> b.putByte(OfferMessage.STREAM_OFFSET + 4, (byte) 27)).contains("control"));
        assertTrue(refusal(offer, b -> b.putInt(OfferMessage.TIMESTAMPS_OFFSET, 1 << 8)).contains("1 relays"));
        assertTrue(refusal(ALL.get(5), b -> b.putInt(OfferMessage.TIMESTAMPS_OFFSET, 1)).contains("0 relays"));
        assertTrue(refusal(ALL.get(5), b -> b.putInt(OfferMessage.RELAY_OFFSET, 125)).contains("a text of 125 bytes"));
        assertTrue(refusal(subscribe, b -> {
            b.putInt(SubscribeMessage.START_OFFSET, 1);
            b.putInt(SubscribeMessage.KNOWN_COUNT_OFFSET, 65);
        }).contains("65 known sessions"));
    }

    @Test
    void otherLengthIsRejected() {
        for (final Message message : ALL) {
            final int length = Messages.write(message, MINE, buffer);
            for (final int other : new int[]{Integer.MIN_VALUE, -1, 0, 7, 8, length - 1, length + 1, 1025,
                    Integer.MAX_VALUE}) {
                assertThrows(BusException.class, () -> Messages.read(buffer, other, THEIRS));
            }
        }
    }

    @Test
    void arbitraryBytesAreDecodedOrRejectedWithReason() {
        final long seed = Seeds.draw();
        final Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < 200_000; i++) {
            final Message message = ALL.get(random.nextInt(ALL.size()));
            final int length = Messages.write(message, MINE, buffer);
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                final int offset = random.nextInt(length);
                buffer.putByte(offset, (byte) (random.nextBoolean() ? random.nextInt() : 0xFF));
            }
            try {
                Messages.read(buffer, length, THEIRS);
                read++;
            } catch (final BusException e) {
                assertTrue(e.getMessage().length() > 20, "seed " + seed);
            }
        }
        assertTrue(read > 1000, "seed " + seed + " reads " + read);
    }
}
