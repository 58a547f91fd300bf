package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.spi.TransportProvider;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RDMA is found on the class path of the bus. */
class RdmaProviderTest {
    /** A plugin's loader with its own copy of the transport, which is no transport of this bus. */
    private static final class PluginLoader extends ClassLoader {
        PluginLoader() {
            super("plugin", RdmaProviderTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            return name.equals(RdmaProvider.class.getName())
                    ? String.class
                    : super.loadClass(name, resolve);
        }
    }

    static List<ClassLoader> strangers() {
        return Arrays.asList(null, ClassLoader.getPlatformClassLoader(), new PluginLoader());
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void isFoundWhateverTheContextClassLoaderIs(final ClassLoader stranger) {
        final Thread thread = Thread.currentThread();
        final ClassLoader own = thread.getContextClassLoader();
        thread.setContextClassLoader(stranger);
        try {
            assertTrue(installedSchemes().contains("rdma"), () -> installedSchemes().toString());
        } finally {
            thread.setContextClassLoader(own);
        }
    }

    private static List<String> installedSchemes() {
        return TransportProvider.installed().stream().map(TransportProvider::scheme).toList();
    }
}
