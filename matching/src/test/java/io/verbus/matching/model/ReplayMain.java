package io.verbus.matching.model;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Prints a digest of the outputs of some histories, and of the hashes of their engines. */
final class ReplayMain {
    private ReplayMain() {
    }

    public static void main(final String[] args) throws GeneralSecurityException {
        System.out.println("outputs " + digest(Long.parseLong(args[0])));
    }

    static String digest(final long histories) throws GeneralSecurityException {
        final MessageDigest digest = MessageDigest.getInstance("SHA-256");
        final StringBuilder out = new StringBuilder();
        for (long seed = 0; seed < histories; seed++) {
            final OrderHistory history = new OrderHistory(seed);
            final TextOutputs outputs = new TextOutputs(out);
            final EngineDriver driver = new EngineDriver(history.world(), seed, outputs, outputs);
            for (int i = 0; i < OrderHistory.LENGTH; i++) {
                driver.take(history.next());
            }
            out.append(driver.engine.hash()).append('\n');
            digest.update(out.toString().getBytes(StandardCharsets.US_ASCII));
            out.setLength(0);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
