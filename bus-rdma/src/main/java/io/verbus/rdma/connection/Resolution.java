package io.verbus.rdma.connection;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** From a host's name to a numeric address. Asking for a name waits, so it is done on a thread of its own. */
final class Resolution {
    private Resolution() {
    }

    /** The address; what fails, fails with a {@link UnknownHostException} as cause. */
    static CompletableFuture<String> of(final String host) {
        try {
            InetAddress.ofLiteral(host);
            return CompletableFuture.completedFuture(host);
        } catch (final IllegalArgumentException e) {
            final CompletableFuture<String> address = new CompletableFuture<>();
            Thread.ofVirtual().name("verbus-resolve").start(() -> {
                try {
                    address.complete(InetAddress.getByName(host).getHostAddress());
                } catch (final UnknownHostException unknown) {
                    address.completeExceptionally(new CompletionException(unknown));
                }
            });
            return address;
        }
    }
}
