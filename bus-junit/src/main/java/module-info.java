/** Tests of applications: a JUnit extension with a bus that is stepped by hand. */
module io.verbus.junit {
    requires transitive io.verbus.core;
    requires transitive org.junit.jupiter.api;

    exports io.verbus.junit;
}
