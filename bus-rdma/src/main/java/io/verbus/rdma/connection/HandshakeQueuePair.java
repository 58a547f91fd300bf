package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.MessageAuthenticator;
import io.verbus.net.handshake.MessageType;
import io.verbus.net.handshake.Messages;
import io.verbus.rdma.address.RdmaAddress.Route;
import io.verbus.rdma.link.CloseHelper;
import io.verbus.rdma.link.Epoch;
import io.verbus.rdma.link.Receives;
import io.verbus.rdma.link.RegisteredBuffer;
import io.verbus.rdma.link.SendQueue;
import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.ProtectionDomain;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.Status;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A queue pair with memory for the handshake messages: two to send, two to receive.
 *
 * @param epoch that closes all of it
 * @param requests of the queue pair
 * @param memory of the messages
 */
record HandshakeQueuePair(Epoch epoch, SendQueue requests, RegisteredBuffer memory) {
    private static final int MESSAGES = 2;
    private static final int BATCH = 32;

    /**
     * Creates the queue pair.
     *
     * @param id of the connection
     * @param domain of the queue pair and the memory
     * @param route with the configured timeouts
     * @param plan of the queue pair, from the completion queue of its requests
     * @param sends capacity of that completion queue
     * @param resources resources that are closed after the queue pair, or now if this fails; the last first
     * @return the queue pair with its memory
     */
    static HandshakeQueuePair open(final ConnectionId id, final ProtectionDomain domain, final Route route,
            final Function<CompletionQueue, QueuePair.Plan> plan, final int sends, final AutoCloseable... resources) {
        final Deque<AutoCloseable> holdings = new ArrayDeque<>();
        for (final AutoCloseable holding : resources) {
            holdings.push(holding);
        }
        try {
            final CompletionQueue sent = domain.device().createCompletionQueue(sends, BATCH);
            holdings.push(sent);
            final QueuePair queuePair = id.createQueuePair(domain, plan.apply(sent));
            holdings.push(queuePair);
            final RegisteredBuffer memory = new RegisteredBuffer(domain, 2 * MESSAGES * MessageType.MAX_LENGTH,
                    MemoryRegion.LOCAL_WRITE);
            holdings.remove(queuePair); // the epoch closes it before all others
            holdings.push(memory);
            return new HandshakeQueuePair(new Epoch(id, queuePair, new Epoch.Peer(id.peerAddress(), route), holdings),
                    new SendQueue(queuePair, sent, sends), memory);
        } catch (final RuntimeException e) {
            CloseHelper.closeAll(holdings, e);
            throw e;
        }
    }

    /** Posts a receive for a message of the peer; messages arrive in order. */
    void expect(final int message, final long tag) {
        check(epoch.queuePair().postReceive(tag, memory.address() + receiveOffset(message), MessageType.MAX_LENGTH,
                memory.localKey()));
    }

    /** Posts receives for writes, after those for messages. */
    void expectWrites(final Receives receives) {
        check(receives.postAll(epoch.queuePair()));
    }

    /** Sends a message, by its number. */
    void send(final int number, final Message message, final MessageAuthenticator authenticator) {
        final int offset = number % MESSAGES * MessageType.MAX_LENGTH;
        final int length = Messages.write(message, authenticator, slice(offset));
        check(requests.send(memory.address() + offset, length, memory.localKey()));
    }

    /** Decodes a received message. */
    Message receive(final int message, final int length, final MessageAuthenticator authenticator) {
        return Messages.read(slice(receiveOffset(message)), length, authenticator);
    }

    /** Whether all sent messages have been acknowledged, or have failed. */
    boolean isSent() {
        return requests.reap() != Status.SUCCESS || requests.completed() == requests.next();
    }

    private static int receiveOffset(final int message) {
        return (MESSAGES + message) * MessageType.MAX_LENGTH;
    }

    private UnsafeBuffer slice(final int offset) {
        return new UnsafeBuffer(memory.buffer(), offset, MessageType.MAX_LENGTH);
    }

    private void check(final int result) {
        if (result < 0) {
            throw new BusException("cannot post to " + epoch.peer() + ": " + Status.error(result));
        }
    }
}
