package io.verbus.tcp.tls;

import io.verbus.BusException;
import io.verbus.net.address.PrivateFile;
import io.verbus.spi.FileErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/**
 * The key of this side, and the certificates that it trusts, for TLS 1.3 (RFC 8446). Both sides prove themselves; the
 * side that connects also checks that the certificate is of the host in its address. Thread-safe.
 */
public final class TlsKeys {
    private static final String PROTOCOL = "TLSv1.3";

    private final SSLContext context;

    private TlsKeys(final SSLContext context) {
        this.context = context;
    }

    /**
     * Reads the stores (PKCS #12).
     *
     * @param keyStore with one key and its certificates; accessible to its owner only
     * @param trustStore with the certificates of the authorities of the peers
     * @param passwordFile with the password of both; accessible to its owner only
     * @return the keys
     * @throws BusException if a file can't be read, or is no store of that password
     */
    public static TlsKeys read(final Path keyStore, final Path trustStore, final Path passwordFile) {
        final char[] password = new String(PrivateFile.read("password file", passwordFile), StandardCharsets.UTF_8)
                .strip().toCharArray();
        PrivateFile.check("key store", keyStore);
        final KeyStore keys = open("key store", keyStore, password);
        final KeyStore trusted = open("trust store", trustStore, password);
        try {
            final KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, password);
            final TrustManagerFactory others = TrustManagerFactory
                    .getInstance(TrustManagerFactory.getDefaultAlgorithm());
            others.init(trusted);
            final SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(own.getKeyManagers(), others.getTrustManagers(), null);
            return new TlsKeys(context);
        } catch (final GeneralSecurityException e) {
            throw new BusException("cannot use the keys in " + keyStore + " and " + trustStore + ": " + e.getMessage(),
                    e);
        }
    }

    private static KeyStore open(final String kind, final Path file, final char[] password) {
        if (!Files.isRegularFile(file)) {
            throw new BusException("there is no " + kind + " " + file + ": create one by keytool -importcert or"
                    + " -genkeypair");
        }
        try {
            return KeyStore.getInstance(file.toFile(), password);
        } catch (final IOException e) {
            throw new BusException("cannot read " + kind + " " + file + ": "
                    + (e.getCause() instanceof UnrecoverableKeyException
                            ? "the password is another"
                            : FileErrors.of(e)),
                    e);
        } catch (final GeneralSecurityException e) {
            throw new BusException("cannot read " + kind + " " + file + ": " + e.getMessage()
                    + ": use a store of type PKCS12", e);
        }
    }

    /**
     * Creates the engine of a side that connects.
     *
     * @param host in its address
     * @param port in its address
     * @return the engine
     */
    public SSLEngine connecting(final String host, final int port) {
        final SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        final SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[]{PROTOCOL});
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** {@return the engine of a side that accepts a connection} */
    public SSLEngine accepting() {
        final SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        final SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[]{PROTOCOL});
        parameters.setNeedClientAuth(true);
        engine.setSSLParameters(parameters);
        return engine;
    }
}
