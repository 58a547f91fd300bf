package io.verbus.internal.config;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.spi.TransportProvider;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The addresses in a file: their transports check them, and they get the secret of the file.
 *
 * @param transports on the class path
 * @param secretFile of addresses that do not name one
 */
record AddressForms(List<TransportProvider> transports, Optional<Path> secretFile) {
    private static final String SECRET_FILE = "secret-file=";
    /** The remedy for a secret in the file. */
    static final String SECRET_REMEDY = "a configuration file must not contain a secret: put it into a file of its own"
            + " (chmod 600), and name that in security.secret-file";

    ValueForm<List<Endpoint>> form(final boolean listens) {
        return ValueForm.list("an address such as tcp://" + (listens ? "0.0.0.0" : "10.0.0.1")
                + ":7471, or a list of them",
                texts -> texts.stream().map(text -> parse(listens, text)).toList(),
                endpoints -> endpoints.stream().map(endpoint -> endpoint.uri().toString()).toList());
    }

    private Endpoint parse(final boolean listens, final String text) {
        final URI written = Endpoint.connect(text).uri();
        if (written.getRawQuery() != null && ("&" + written.getRawQuery()).contains("&secret=")) {
            throw new BusException(SECRET_REMEDY);
        }
        final TransportProvider transport = transports.stream()
                .filter(one -> one.scheme().equals(written.getScheme())).findFirst()
                .orElseThrow(() -> new BusException("invalid address " + text + ": there is no transport \""
                        + written.getScheme() + "\": " + alternatives()));
        final Endpoint endpoint = new Endpoint(listens, URI.create(withSecret(written)));
        transport.check(endpoint.uri());
        return endpoint;
    }

    private String alternatives() {
        return transports.isEmpty()
                ? "add the artifact verbus-tcp to the class path, and use tcp://"
                : "use " + transports.stream().map(one -> one.scheme() + "://").collect(Collectors.joining(" or "));
    }

    private String withSecret(final URI written) {
        final String query = written.getRawQuery();
        if (secretFile.isEmpty() || query != null && ("&" + query).contains("&" + SECRET_FILE)) {
            return written.toString();
        }
        return written + (query == null ? "?" : "&") + SECRET_FILE + encoded(secretFile.get());
    }

    private static String encoded(final Path path) {
        return path.toUri().getRawPath().replace("&", "%26");
    }

    /** The endpoints of one role, from those of settings. */
    static List<Endpoint> ofRole(final boolean listens, final List<Endpoint> endpoints) {
        return endpoints.stream().filter(endpoint -> endpoint.listens() == listens).toList();
    }

    /** Replaces the endpoints of one role. */
    static Endpoint[] replaced(final boolean listens, final List<Endpoint> endpoints, final List<Endpoint> role) {
        final List<Endpoint> all = new ArrayList<>(ofRole(!listens, endpoints));
        all.addAll(role);
        return all.toArray(Endpoint[]::new);
    }
}
