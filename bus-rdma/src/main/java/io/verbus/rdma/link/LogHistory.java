package io.verbus.rdma.link;

import io.verbus.net.handshake.RemoteMemory;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.ProtectionDomain;
import io.verbus.spi.HistoryLink;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A publisher's log as readable by its subscriber.
 *
 * @param domain of the connection
 * @param file address of the log file at the publisher; {@link RemoteMemory#NONE} if it is not readable
 * @param maxLength maximum bytes of one READ
 */
public record LogHistory(ProtectionDomain domain, RemoteMemory file, int maxLength) {
    /**
     * Registers memory to read into, until the epoch is closed. Only local READs may write it, except on iWARP, where
     * the answer to a READ is a write of the peer: a peer can write there while the epoch lasts.
     */
    HistoryLink into(final UnsafeBuffer memory, final Epoch epoch,
            final SubscriberControlBlockWriter controlBlockWriter) {
        final int access = MemoryRegion.LOCAL_WRITE | (domain.device().iwarp() ? MemoryRegion.REMOTE_WRITE : 0);
        final MemoryRegion region = epoch.hold(domain.register(memory.addressOffset(), memory.capacity(), access));
        return new Reads(this, region, controlBlockWriter);
    }

    /** One READ at a time. Polling thread only. */
    private static final class Reads implements HistoryLink {
        private final LogHistory log;
        private final MemoryRegion memory;
        private final SubscriberControlBlockWriter controlBlockWriter;
        private long number;

        Reads(final LogHistory log, final MemoryRegion memory, final SubscriberControlBlockWriter controlBlockWriter) {
            this.log = log;
            this.memory = memory;
            this.controlBlockWriter = controlBlockWriter;
        }

        @Override
        public int maxLength() {
            return log.maxLength;
        }

        @Override
        public boolean begin(final int offset, final int length) {
            assert offset >= 0 && length > 0 && length <= log.maxLength && offset + length <= memory.length()
                    : length + " bytes at " + offset;
            number = controlBlockWriter.read(memory, offset, length, log.file.address() + offset, log.file.key());
            return number >= 0;
        }

        @Override
        public boolean isComplete() {
            return controlBlockWriter.completed() > number;
        }
    }
}
