package io.verbus.tcp.connection;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.BusException;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Target;
import io.verbus.tcp.connection.Hello.Part;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The first bytes of a peer over TCP, which may be any program. An accepted hello must survive encoding. */
public final class HelloTarget implements Target {
    /** Bytes of a hello that no field has. */
    private static final int UNUSED = 28;

    public HelloTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] input) {
        final ByteBuffer bytes = ByteBuffer.allocateDirect(Hello.LENGTH).put(0, Arrays.copyOf(input, Hello.LENGTH));
        try {
            final Hello hello = Hello.decode(bytes, "10.0.0.2:7471");
            same(bytes.putInt(UNUSED, 0), hello.encode(), "encoded again");
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    @Override
    public List<byte[]> seeds() {
        final Random random = new Random(1);
        return List.of(bytes(Hello.of(random, Part.SUBSCRIBER)), bytes(Hello.ofPublisher(random, 11, "md.itch")),
                bytes(Hello.of(random, Part.REFUSAL)),
                "GET / HTTP/1.1\r\nHost: 10.0.0.2:7471\r\nUser-Agent: a\r\n".getBytes(StandardCharsets.US_ASCII),
                new byte[]{0x16, 3, 1});
    }

    private static byte[] bytes(final Hello hello) {
        final byte[] bytes = new byte[Hello.LENGTH];
        hello.encode().get(0, bytes);
        return bytes;
    }
}
