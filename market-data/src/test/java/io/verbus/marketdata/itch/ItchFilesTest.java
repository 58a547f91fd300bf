package io.verbus.marketdata.itch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ItchFilesTest {
    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("file");
    }

    @Test
    void fileWithKnownFirstMessageIsAccepted() throws IOException {
        Files.write(file, new byte[]{0, 12, 'S', 0});
        assertDoesNotThrow(() -> ItchFiles.requireItch(file));
    }

    @Test
    void fileWithTypeOfLaterSpecificationIsAccepted() throws IOException {
        Files.write(file, new byte[]{0, 30, 'z', 0});
        assertDoesNotThrow(() -> ItchFiles.requireItch(file));
    }

    @Test
    void otherFilesAreRefused() throws IOException {
        assertRefused("the first message would be of type 'l' and 18533 bytes long", "Hello".getBytes(US_ASCII));
        assertRefused("the first message would be of type 'S' and 6 bytes long", new byte[]{0, 6, 'S', 0});
        assertRefused("the first message would be of type 0x00 and 0 bytes long", new byte[64]);
        assertRefused("it has 2 bytes", new byte[]{0, 12});
    }

    @Test
    void otherFormatsAreNamed() throws IOException {
        assertRefused("it is a zip archive: unpack it", new byte[]{'P', 'K', 3, 4, 0});
        assertRefused("it is an xz file: unpack it", new byte[]{(byte) 0xFD, '7', 'z', 'X', 'Z', 0});
        assertRefused("it is a zstd file: unpack it", new byte[]{0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0});
        assertRefused("it is a packet capture (pcap): play it with --pcap",
                new byte[]{(byte) 0xD4, (byte) 0xC3, (byte) 0xB2, (byte) 0xA1, 2, 0});
        assertRefused("it is a packet capture (pcapng): play it with --pcap", new byte[]{10, 13, 13, 10, 0});
    }

    private void assertRefused(final String why, final byte[] bytes) throws IOException {
        Files.write(file, bytes);
        assertEquals(file + " is not a file of ITCH 5.0 messages with 2-byte lengths: " + why,
                assertThrows(BusException.class, () -> ItchFiles.requireItch(file)).getMessage());
    }
}
