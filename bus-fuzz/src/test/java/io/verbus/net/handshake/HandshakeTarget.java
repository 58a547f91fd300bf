package io.verbus.net.handshake;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Start;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.net.address.Secret;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Handshake messages of a peer. An accepted message must survive encoding and decoding; with a secret, only an
 * authenticated message is accepted.
 *
 * <p>Input: flags; for a message, the difference of its length to that of its type (signed); then the bytes. A flag
 * corrects the proof, which cannot be guessed.
 */
public final class HandshakeTarget implements Target {
    private static final int HELLO = 1;
    private static final int SECRET = 2;
    private static final int PROVE = 4;

    private static final Optional<Secret> A_SECRET = Optional.of(Secret.of(new byte[32], "a test"));
    private static final RemoteMemory MEMORY = new RemoteMemory(0x7fff_0000_1000L, 0x8000_0001);

    private final Ends open = new Ends(Optional.empty());
    private final Ends secret = new Ends(A_SECRET);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[MessageType.MAX_LENGTH]);
    private final UnsafeBuffer again = new UnsafeBuffer(new byte[MessageType.MAX_LENGTH]);

    public HandshakeTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    /** Proofs of both sides of one connection. */
    private static final class Ends {
        private final MessageAuthenticator mine;
        private final MessageAuthenticator theirs;

        Ends(final Optional<Secret> secret) {
            final Random random = new Random(1);
            final ConnectPrivateData one = ConnectPrivateData.of(random, ConnectPrivateData.Part.PUBLISHER)
                    .withQueuePair(17, true);
            final ConnectPrivateData other = ConnectPrivateData.of(random, ConnectPrivateData.Part.SUBSCRIBER)
                    .withQueuePair(18, true);
            final byte[] connection = ConnectPrivateData.connection(one, other);
            mine = new MessageAuthenticator(secret, connection, true);
            theirs = new MessageAuthenticator(secret, connection, false);
        }
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final int flags = input.u8();
        try {
            if ((flags & HELLO) != 0) {
                hello(input.rest());
            } else {
                message((flags & SECRET) != 0 ? secret : open, (flags & PROVE) != 0, (byte) input.u8(), input.rest());
            }
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    private static void hello(final byte[] bytes) {
        final UnsafeBuffer data = new UnsafeBuffer(bytes); // checks bounds
        final boolean is = ConnectPrivateData.hasMagic(data);
        final ConnectPrivateData hello = ConnectPrivateData.decode(data, "10.0.0.2:7471");
        check(is, "decoded without the magic");
        same(new UnsafeBuffer(Arrays.copyOf(bytes, ConnectPrivateData.LENGTH)), new UnsafeBuffer(hello.encode()),
                "encoded again");
        check(hello.withMtuLimit(1024).mtu() > 0 && hello.withMtuLimit(0).mtu() == hello.mtu(),
                "mtu " + hello.mtu());
    }

    private void message(final Ends ends, final boolean proven, final int more, final byte[] bytes) {
        message.setMemory(0, MessageType.MAX_LENGTH, (byte) 0);
        message.putBytes(0, bytes, 0, Math.min(bytes.length, MessageType.MAX_LENGTH));
        final MessageType type = Arrays.stream(MessageType.values())
                .filter(known -> known.code() == message.getInt(Messages.TYPE_OFFSET)).findAny().orElse(null);
        if (proven && type != null) {
            message.putInt(Messages.FLAGS_OFFSET, ends.mine.isRequired() ? Messages.PROVEN : 0);
            ends.mine.write(message, type);
        }
        final int length = (type == null ? bytes.length : type.length()) + more;
        // Bytes that were not received are not accessible.
        final Message decoded = Messages.read(
                new UnsafeBuffer(message, 0, Math.clamp(length, 0, MessageType.MAX_LENGTH)),
                length, ends.theirs);
        if (!proven && ends.mine.isRequired()) {
            checkProof(ends, decoded.type());
        }
        checkTexts(decoded);
        final int written = Messages.write(decoded, ends.mine, again);
        same(length, written, "length");
        same(known(decoded), known(Messages.read(again, written, ends.theirs)), "encoded again");
    }

    /** An input, such as a seed, may have a correct proof. */
    private void checkProof(final Ends ends, final MessageType type) {
        again.putBytes(0, message, 0, MessageType.MAX_LENGTH);
        ends.mine.write(again, type);
        same(again, message, "accepted proof");
    }

    /** Requests have identity semantics. */
    private static Object known(final Message message) {
        return message instanceof SubscribeMessage(Request request)
                ? List.of(request.stream(), request.subscriber(), request.target(), request.history())
                : message;
    }

    /** The texts are displayed. */
    private static void checkTexts(final Message message) {
        check(message.toString().codePoints().noneMatch(Character::isISOControl), "control characters: " + message);
    }

    @Override
    public List<byte[]> seeds() {
        final SubscriptionIdentity subscriber = new SubscriptionIdentity(5, "book ☃", Policy.SKIP, 6, 7);
        final LogIdentity log = new LogIdentity("md.itch", 11, "feed", 1 << 20, true, 12, 13, 14, 15, "0.1.0 (abc)");
        final List<byte[]> seeds = new ArrayList<>();
        for (final Message decoded : List.of(new AnnounceMessage("md.itch", 11),
                new SubscribeMessage(new Request("md.itch", subscriber, new Request.Resume(11, 64, 2))),
                new SubscribeMessage(new Request("md.itch", subscriber,
                        new Request.Another(Set.of(1L, -2L), Start.at(9)))),
                new OfferMessage(new Offer(log, 4096, 17, 15, GapCause.DISCONNECTED, Refusal.LIMIT), MEMORY, MEMORY),
                new OfferMessage(new Offer(log.relayedBy(16, 17, "rack ☃"), 4096, 17, 15, GapCause.UPSTREAM,
                        Refusal.NONE), MEMORY, MEMORY),
                new RefuseMessage(Failure.GONE, "it is gone"), new ImageMessage(MEMORY, 256, MEMORY))) {
            seeds.add(seed(0, decoded, open));
            seeds.add(seed(SECRET | PROVE, decoded, secret));
        }
        seeds.add(new Seed().u8(HELLO)
                .bytes(ConnectPrivateData.of(new Random(1), ConnectPrivateData.Part.PUBLISHER).withMtuLimit(1024)
                        .forStream(11, "md.itch")
                        .encode())
                .toBytes());
        return seeds;
    }

    private byte[] seed(final int flags, final Message decoded, final Ends ends) {
        final byte[] bytes = new byte[Messages.write(decoded, ends.mine, message)];
        message.getBytes(0, bytes);
        return new Seed().u8(flags).u8(0).bytes(bytes).toBytes();
    }
}
