package io.verbus.internal.shm;

import static io.verbus.internal.shm.PositionsLayout.CHECKSUM_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.COUNT_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.MAGIC_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.NAME_LENGTH;
import static io.verbus.internal.shm.PositionsLayout.NAME_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.PID_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.POLICY_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.PROCESS_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.SUBSCRIPTION_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.VERSION_OFFSET;

import io.verbus.BusException;
import io.verbus.Policy;
import io.verbus.internal.os.HeaderFields;
import io.verbus.spi.SubscriptionIdentity;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The header of a position file: the identity of the subscription, written once when the file is created. */
final class PositionsHeader {
    private PositionsHeader() {
    }

    /**
     * Writes the identity of a subscription into its file.
     *
     * @param identity to write
     * @param places of the file
     * @param file to write to
     */
    static void encode(final SubscriptionIdentity identity, final int places, final MutableDirectBuffer file) {
        file.putLong(MAGIC_OFFSET, PositionsLayout.MAGIC);
        file.putInt(VERSION_OFFSET, PositionsLayout.VERSION);
        file.putInt(POLICY_OFFSET, identity.policy().ordinal());
        file.putLong(SUBSCRIPTION_OFFSET, identity.id());
        file.putLong(PROCESS_OFFSET, identity.process());
        file.putLong(PID_OFFSET, identity.pid());
        HeaderFields.putText(file, NAME_OFFSET, identity.name(), NAME_LENGTH);
        file.putInt(COUNT_OFFSET, places);
        file.putInt(CHECKSUM_OFFSET, HeaderFields.checksum(file, CHECKSUM_OFFSET));
    }

    /**
     * Reads the identity from a position file, which it does not trust.
     *
     * @param file to read
     * @param path of the file, for messages
     * @return the identity
     * @throws BusException if the file is not of this version, or is corrupt
     */
    static SubscriptionIdentity decode(final DirectBuffer file, final Path path) {
        if (file.capacity() < PositionsLayout.PLACES_OFFSET || file.getLong(MAGIC_OFFSET) != PositionsLayout.MAGIC) {
            throw new BusException(
                    path + " is not the file of a Verbus subscription; move it out of the bus directory");
        }
        if (file.getInt(VERSION_OFFSET) != PositionsLayout.VERSION) {
            throw new BusException(HeaderFields.otherLayout(path, "positions", file.getInt(VERSION_OFFSET),
                    PositionsLayout.VERSION, ""));
        }
        final int policy = file.getInt(POLICY_OFFSET);
        final int places = places(file);
        if (file.getInt(CHECKSUM_OFFSET) != HeaderFields.checksum(file, CHECKSUM_OFFSET)
                || policy < 0 || policy >= Policy.values().length
                || places < 1 || places > PositionsLayout.MAX_PLACES
                || file.capacity() < PositionsLayout.length(places)) {
            throw new BusException("the header of " + path + " is corrupt; remove the file");
        }
        return new SubscriptionIdentity(file.getLong(SUBSCRIPTION_OFFSET),
                HeaderFields.text(file, NAME_OFFSET, NAME_LENGTH), Policy.values()[policy],
                file.getLong(PROCESS_OFFSET), file.getLong(PID_OFFSET));
    }

    /**
     * Reads the number of places.
     *
     * @param file decoded before
     * @return number of places
     */
    static int places(final DirectBuffer file) {
        return file.getInt(COUNT_OFFSET);
    }
}
