package io.verbus.system.lab;

import org.junit.jupiter.api.Tag;

/** The same over TCP. */
@Tag("long")
class StoppedAndKilledOverTcpTest extends StoppedAndKilledTest {
    @Override
    String scheme() {
        return Play.TCP;
    }
}
