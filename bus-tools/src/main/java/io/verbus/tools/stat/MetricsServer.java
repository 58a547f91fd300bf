package io.verbus.tools.stat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.verbus.BusException;
import io.verbus.internal.os.OsErrors;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Serves metrics over HTTP. Each scrape reads fresh values, one scrape at a time. */
final class MetricsServer implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int FAILED = 500;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Supplier<String> metrics;

    private MetricsServer(final HttpServer server, final Supplier<String> metrics) {
        this.server = server;
        this.metrics = metrics;
    }

    /**
     * Starts to serve.
     *
     * @param address to listen on
     * @param metrics reads the metrics; may throw a {@link BusException}
     * @return the server, to be closed
     * @throws BusException if the address cannot be used
     */
    static MetricsServer start(final InetSocketAddress address, final Supplier<String> metrics) {
        try {
            final HttpServer http = HttpServer.create(address, 0);
            final MetricsServer server = new MetricsServer(http, metrics);
            http.createContext("/", server::answer);
            http.setExecutor(server.threads); // a client that reads slowly does not block the others
            http.start();
            return server;
        } catch (final IOException e) {
            throw new BusException("cannot listen on " + address.getHostString() + ":" + address.getPort() + ": "
                    + OsErrors.of(e) + ": give another --http PORT or --http-address", e);
        }
    }

    /** The address where it listens. */
    InetSocketAddress address() {
        return server.getAddress();
    }

    private void answer(final HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                send(exchange, NOT_FOUND, TEXT, "not found: the metrics are at " + PATH + "\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                send(exchange, NOT_ALLOWED, TEXT, "only GET is possible\n");
            } else {
                scrape(exchange);
            }
        }
    }

    private void scrape(final HttpExchange exchange) throws IOException {
        final String text;
        try {
            synchronized (this) {
                text = metrics.get();
            }
        } catch (final BusException e) {
            send(exchange, FAILED, TEXT, e.getMessage() + "\n");
            return;
        } catch (final RuntimeException e) { // the server would close the connection without an answer
            send(exchange, FAILED, TEXT, "the metrics cannot be read, which is a bug in Verbus: " + e + "\n");
            return;
        }
        send(exchange, OK, OpenMetrics.CONTENT_TYPE, text);
    }

    private static void send(final HttpExchange exchange, final int status, final String type, final String text)
            throws IOException {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, exchange.getRequestMethod().equals("HEAD") ? -1 : bytes.length);
        if (!exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Stops at once. */
    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
