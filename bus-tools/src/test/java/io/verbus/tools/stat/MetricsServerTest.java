package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class MetricsServerTest {
    @Test
    void eachScrapeReadsFreshValues() throws IOException, InterruptedException {
        final AtomicInteger reads = new AtomicInteger();
        try (MetricsServer server = start(() -> "read " + reads.incrementAndGet()); HttpClient client = client()) {
            final HttpResponse<String> first = client.send(request(server, "/metrics").build(),
                    HttpResponse.BodyHandlers.ofString());
            assertEquals(200, first.statusCode());
            assertEquals("read 1", first.body());
            assertEquals("application/openmetrics-text; version=1.0.0; charset=utf-8",
                    first.headers().firstValue("Content-Type").orElseThrow());
            assertEquals("read 2", get(client, server, "/metrics").body());
        }
    }

    @Test
    void otherPathsAndMethodsAreRefused() throws IOException, InterruptedException {
        try (MetricsServer server = start(() -> "x"); HttpClient client = client()) {
            assertEquals(404, get(client, server, "/").statusCode());
            assertEquals("not found: the metrics are at /metrics\n", get(client, server, "/other").body());
            assertEquals(405, client.send(request(server, "/metrics")
                    .POST(HttpRequest.BodyPublishers.ofString("x")).build(), HttpResponse.BodyHandlers.ofString())
                    .statusCode());
        }
    }

    @Test
    void failedReadIsAnErrorWithItsReasonAndTheNextIsServed() throws IOException, InterruptedException {
        assertFailure("no permission\n", new BusException("no permission"));
        assertFailure("the metrics cannot be read, which is a bug in Verbus: java.lang.IllegalStateException: x\n",
                new IllegalStateException("x"));
    }

    private static void assertFailure(final String expected, final RuntimeException failure)
            throws IOException, InterruptedException {
        final AtomicInteger reads = new AtomicInteger();
        try (MetricsServer server = start(() -> {
            if (reads.getAndIncrement() == 0) {
                throw failure;
            }
            return "x";
        }); HttpClient client = client()) {
            final HttpResponse<String> failed = get(client, server, "/metrics");
            assertEquals(500, failed.statusCode());
            assertEquals(expected, failed.body());
            assertEquals(200, get(client, server, "/metrics").statusCode());
        }
    }

    @Test
    void portInUseIsNamed() {
        try (MetricsServer server = start(() -> "x")) {
            final BusException refused = assertThrows(BusException.class,
                    () -> MetricsServer.start(server.address(), () -> "y"));
            assertTrue(refused.getMessage().matches("cannot listen on \\S+:" + server.address().getPort()
                    + ": Address already in use: give another --http PORT or --http-address"), refused::getMessage);
        }
    }

    private static MetricsServer start(final Supplier<String> metrics) {
        return MetricsServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), metrics);
    }

    private static HttpClient client() {
        return HttpClient.newHttpClient();
    }

    private static HttpResponse<String> get(final HttpClient client, final MetricsServer server, final String path)
            throws IOException, InterruptedException {
        return client.send(request(server, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(final MetricsServer server, final String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.address().getPort() + path));
    }
}
