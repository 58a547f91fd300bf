package io.verbus.tools;

import io.verbus.Build;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code --version}: versions of Verbus, Java and the operating system. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[]{"Verbus " + Build.description(),
                "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " "
                        + System.getProperty("os.arch")};
    }
}
