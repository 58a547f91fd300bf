package io.verbus.rdma.verbs;

import io.verbus.BusException;
import org.agrona.BufferUtil;

/** A process that registers memory and reports the result. */
final class RegistrationProbe {
    private RegistrationProbe() {
    }

    public static void main(final String[] arguments) {
        final int length = Integer.parseInt(arguments[1]);
        try (EventChannel events = EventChannel.open(); ConnectionId id = events.newId()) {
            id.bind(arguments[0], 0);
            final long memory = BufferUtil.address(BufferUtil.allocateDirectAligned(length, 4096));
            try (ProtectionDomain domain = id.device().createProtectionDomain();
                    MemoryRegion region = domain.register(memory, length, MemoryRegion.LOCAL_WRITE)) {
                System.out.println("registered " + region.length());
            } catch (final BusException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }
}
