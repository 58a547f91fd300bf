package io.verbus.net.connection;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Resolves a host name to a numeric address. Resolution blocks, so it runs on a thread of its own. */
public final class Resolution {
    private Resolution() {
    }

    /**
     * Resolves a name.
     *
     * @param host name or numeric address
     * @return the numeric address, or a failure with an {@link UnknownHostException} as cause
     */
    public static CompletableFuture<String> of(final String host) {
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
