package io.verbus.system.lab;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same over TCP. */
class SpoiltTcpTest extends SpoiltCableTest {
    @Override
    String scheme() {
        return Play.TCP;
    }

    @Test
    @Tag("long")
    @Override
    void skippingBooksAccountForEveryMessageAtOnePercentLoss() throws IOException {
        super.skippingBooksAccountForEveryMessageAtOnePercentLoss();
    }
}
