package io.verbus.spi;

import static io.verbus.internal.shm.PositionsLayout.CHECKSUM_OFFSET;
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
import io.verbus.internal.shm.PositionsLayout;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Identity of a subscription, written once when its file is created.
 *
 * @param id of the subscription, not 0
 * @param name chosen by the user
 * @param policy for a slow reader
 * @param process id of its process, which names the lock file
 * @param pid of its process
 */
public record SubscriptionIdentity(long id, String name, Policy policy, long process, long pid) {
    /**
     * Writes it into a position file.
     *
     * @param file to write to
     */
    public void encode(final MutableDirectBuffer file) {
        file.putLong(MAGIC_OFFSET, PositionsLayout.MAGIC);
        file.putInt(VERSION_OFFSET, PositionsLayout.VERSION);
        file.putInt(POLICY_OFFSET, policy.ordinal());
        file.putLong(SUBSCRIPTION_OFFSET, id);
        file.putLong(PROCESS_OFFSET, process);
        file.putLong(PID_OFFSET, pid);
        HeaderFields.putText(file, NAME_OFFSET, name, NAME_LENGTH);
        file.putInt(CHECKSUM_OFFSET, HeaderFields.checksum(file, CHECKSUM_OFFSET));
    }

    /**
     * Reads it from a position file, which it does not trust.
     *
     * @param file to read
     * @param path of the file, for messages
     * @return the identity
     * @throws BusException if the file is not of this version, or is corrupt
     */
    public static SubscriptionIdentity decode(final DirectBuffer file, final Path path) {
        if (file.capacity() < PositionsLayout.LENGTH || file.getLong(MAGIC_OFFSET) != PositionsLayout.MAGIC) {
            throw new BusException(
                    path + " is not the file of a Verbus subscription; move it out of the bus directory");
        }
        if (file.getInt(VERSION_OFFSET) != PositionsLayout.VERSION) {
            throw new BusException(path + " has subscription layout " + file.getInt(VERSION_OFFSET)
                    + ", this build reads layout " + PositionsLayout.VERSION
                    + ": use the same Verbus version on both sides");
        }
        final int policy = file.getInt(POLICY_OFFSET);
        if (file.getInt(CHECKSUM_OFFSET) != HeaderFields.checksum(file, CHECKSUM_OFFSET)
                || policy < 0 || policy >= Policy.values().length) {
            throw new BusException("the header of " + path + " is corrupt; remove the file");
        }
        return new SubscriptionIdentity(file.getLong(SUBSCRIPTION_OFFSET),
                HeaderFields.text(file, NAME_OFFSET, NAME_LENGTH), Policy.values()[policy],
                file.getLong(PROCESS_OFFSET), file.getLong(PID_OFFSET));
    }
}
