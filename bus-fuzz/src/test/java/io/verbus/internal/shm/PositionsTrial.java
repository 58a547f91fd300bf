package io.verbus.internal.shm;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.BusException;
import io.verbus.Policy;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Input;
import io.verbus.internal.os.HeaderFields;
import io.verbus.spi.SubscriptionIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/** The part of a target for the file of a subscription, as a publisher reads it. */
public final class PositionsTrial implements AutoCloseable {
    private static final Path PATH = Path.of("x");
    private static final int PLACES = 64;
    private static final int LENGTH = PositionsLayout.length(PLACES);
    private static final SubscriptionIdentity SOUND = new SubscriptionIdentity(5, "book ☃", Policy.SKIP, 6, 7);

    private final Path file;

    public PositionsTrial(final Path scratch) {
        file = scratch.resolve("positions");
    }

    /** The start of a subscription's file. */
    public byte[] seed() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);
        PositionsHeader.encode(SOUND, PLACES, bytes);
        final byte[] content = new byte[PositionsLayout.CHECKSUM_OFFSET + Integer.BYTES];
        bytes.getBytes(0, content);
        return content;
    }

    /** Checks the decoding of a file. */
    public void run(final boolean checksum, final boolean whole, final Input input) {
        final byte[] content = input.rest();
        final int length = whole ? LENGTH : Math.min(content.length, LENGTH);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[length]);
        bytes.putBytes(0, content, 0, Math.min(content.length, length));
        if (checksum && length >= PositionsLayout.CHECKSUM_OFFSET + Integer.BYTES) {
            bytes.putInt(PositionsLayout.CHECKSUM_OFFSET,
                    HeaderFields.checksum(bytes, PositionsLayout.CHECKSUM_OFFSET));
        }
        try {
            final SubscriptionIdentity identity = PositionsHeader.decode(bytes, PATH);
            final int places = PositionsHeader.places(bytes);
            same(true, places >= 1 && places <= PLACES, "number of places");
            same(true, PositionsLayout.length(places) <= length, "places within an accepted file");
            final UnsafeBuffer again = new UnsafeBuffer(new byte[length]);
            PositionsHeader.encode(identity, places, again);
            final SubscriptionIdentity read = PositionsHeader.decode(again, PATH);
            if (!identity.name().contains("\uFFFD")) {
                same(identity, read, "encoded again");
            }
            attach(bytes.byteArray(), identity);
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    private void attach(final byte[] bytes, final SubscriptionIdentity identity) {
        try {
            Files.write(file, bytes);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        try (PeerPositions positions = PeerPositions.attach(file)) {
            same(identity, positions.identity(), "identity in the file");
            final int index = positions.find(identity.id());
            check(index < 0 || positions.reads(index, identity.id()), "found position does not read the session");
            check(!positions.isClosing() || positions.hasLooked(0), "closing position has not looked");
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
