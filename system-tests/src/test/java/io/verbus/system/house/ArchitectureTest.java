package io.verbus.system.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.Subscription;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import jdk.jfr.Event;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The permitted dependencies between packages, and the packages that may use native calls and clocks. */
class ArchitectureTest {
    private static final String SAMPLES = "io.verbus.sample..";
    private static final String MARKET_DATA = "io.verbus.marketdata..";
    private static final String CODECS = "io.verbus.codec..";
    private static final String MEASUREMENT = "io.verbus.latency..";
    private static final String TOOLS = "io.verbus.tools..";
    private static final String MATCHING = "io.verbus.matching..";
    private static final String ORDERS = "io.verbus.orders..";
    private static final String SEATS = "io.verbus.orders.seat..";
    private static final String INTAKE = "io.verbus.orders.intake..";
    private static final String GATEWAY = "io.verbus.orders.gateway..";
    private static final String[] TRANSPORTS = {"io.verbus.net..", "io.verbus.rdma..", "io.verbus.tcp.."};
    private static final String CHRONICLE = "io.verbus.tools.export.chronicle..";
    private static final String YAML = "io.verbus.internal.yaml..";
    private static final String PUBLISHER = "io.verbus.internal.publisher..";
    private static final String SUBSCRIBER = "io.verbus.internal.subscriber..";
    private static final String VERBS = "io.verbus.rdma.verbs..";
    private static final String[] CORE = {"io.verbus", "io.verbus.config..", "io.verbus.internal..",
            "io.verbus.journal..", "io.verbus.monitor..", "io.verbus.recovery..", "io.verbus.spi.."};
    private static final String[] INSIDE_CORE = {"io.verbus.internal..", "io.verbus.spi.."};

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.verbus");

    @TestFactory
    Stream<DynamicTest> rules() {
        return Stream.of(
                noClasses().that().resideInAnyPackage(CORE).should().dependOnClassesThat()
                        .resideInAnyPackage(CODECS, ORDERS, MARKET_DATA, SAMPLES, MEASUREMENT, TOOLS)
                        .as("the bus does not depend on its users"),
                noClasses().that().resideInAnyPackage(CORE).or().resideInAPackage(SAMPLES).should()
                        .dependOnClassesThat().resideInAnyPackage(TRANSPORTS).as("transports are found at run time"),
                noClasses().that().resideOutsideOfPackage(YAML).should().dependOnClassesThat()
                        .resideInAPackage("org.snakeyaml..").as("the library for YAML is sealed in its parser"),
                noClasses().that().resideOutsideOfPackage("io.verbus.tools.export.duckdb..").should()
                        .dependOnClassesThat().resideInAnyPackage("org.duckdb..", "io.verbus.tools.export.duckdb..")
                        .as("DuckDB is sealed in its module, which is found at run time"),
                noClasses().that().resideOutsideOfPackages(CHRONICLE, "io.verbus.latency.subject.chronicle..").should()
                        .dependOnClassesThat().resideInAnyPackage("net.openhft..", CHRONICLE)
                        .as("Chronicle is sealed in its module, which is found at run time"),
                noClasses().that().resideInAPackage(YAML).should().dependOnClassesThat(
                        resideInAPackage("io.verbus..").and(not(resideInAPackage(YAML)))
                                .and(not(equivalentTo(BusException.class))))
                        .as("the parser depends on no other part of the bus except BusException"),
                noClasses().that().resideInAnyPackage(TRANSPORTS).should().dependOnClassesThat()
                        .resideInAnyPackage(CODECS, ORDERS, MARKET_DATA, SAMPLES, MEASUREMENT, TOOLS)
                        .as("transports depend on the core only"),
                noClasses().that().resideInAPackage(VERBS).should().dependOnClassesThat(
                        resideInAPackage("io.verbus..").and(not(resideInAnyPackage(VERBS)))
                                .and(not(equivalentTo(BusException.class))))
                        .as("the verbs binding depends on no other part of the bus except BusException"),
                noClasses().that().resideInAPackage("io.verbus.junit..").should().dependOnClassesThat()
                        .resideInAnyPackage(INSIDE_CORE).as("the JUnit extension uses the public API only"),
                noClasses().that().resideInAPackage(CODECS).should().dependOnClassesThat()
                        .resideInAnyPackage(CORE).as("codecs do not depend on the bus"),
                noCodeUnits().that().areDeclaredInClassesThat().areAssignableTo(Event.class).should()
                        .haveModifier(JavaModifier.STATIC)
                        .as("an event class of JFR, which is rewritten as it is loaded, does not make events"),
                noClasses().that().resideInAnyPackage(SAMPLES, MARKET_DATA, ORDERS).should().dependOnClassesThat()
                        .resideInAnyPackage(INSIDE_CORE).as("libraries and samples use the public API only"),
                noClasses().that().resideInAnyPackage(SAMPLES, MARKET_DATA, ORDERS).should().dependOnClassesThat()
                        .resideInAnyPackage(MEASUREMENT, TOOLS, "picocli..")
                        .as("libraries and samples know no command line"),
                noClasses().that().resideInAPackage(MARKET_DATA).should().dependOnClassesThat()
                        .resideInAnyPackage(ORDERS, MATCHING, SAMPLES, "io.verbus.codec.orders..")
                        .as("market data does not depend on orders"),
                noClasses().that().resideInAPackage(ORDERS).should().dependOnClassesThat()
                        .resideInAnyPackage(MARKET_DATA, SAMPLES).as("orders do not depend on market data"),
                noClasses().that().resideInAPackage("io.verbus.marketdata.book").should().dependOnClassesThat()
                        .resideInAnyPackage("io.verbus", "io.verbus.marketdata.feed..")
                        .as("the books depend neither on the bus nor on feeds"),
                noClasses().that().resideInAnyPackage(TRANSPORTS).should().dependOnClassesThat()
                        .resideInAPackage("io.verbus.internal..").as("transports import the API and the SPI only"),
                noClasses().that().resideInAPackage("io.verbus.net..").should().dependOnClassesThat()
                        .resideInAnyPackage("io.verbus.rdma..", "io.verbus.tcp..")
                        .as("what transports share knows none of them"),
                noClasses().that().resideInAPackage("io.verbus.tcp..").should().dependOnClassesThat()
                        .resideInAPackage("io.verbus.rdma..").as("TCP does not use RDMA"),
                noClasses().that().resideInAPackage("io.verbus.internal.log..").should().dependOnClassesThat()
                        .resideInAnyPackage("io.verbus.internal.image..", PUBLISHER, SUBSCRIBER,
                                "io.verbus.internal.conductor..", "io.verbus.internal.shm..",
                                "io.verbus.internal.monitor..")
                        .as("the log depends on no reader and no housekeeping"),
                noClasses().that().resideInAPackage("io.verbus.internal.image..").should().dependOnClassesThat()
                        .resideInAnyPackage(PUBLISHER, SUBSCRIBER, "io.verbus.internal.conductor..")
                        .as("images depend on no housekeeping"),
                noClasses().that().resideInAPackage(PUBLISHER).should().dependOnClassesThat()
                        .resideInAPackage(SUBSCRIBER).as("the publishing side does not use the subscribing one"),
                noClasses().that().resideInAPackage(SUBSCRIBER).should().dependOnClassesThat()
                        .resideInAPackage(PUBLISHER).as("the subscribing side does not use the publishing one"),
                noClasses().that().resideInAPackage("io.verbus.internal..").and()
                        .resideOutsideOfPackage("io.verbus.internal.recovery..").should().dependOnClassesThat()
                        .belongToAnyOf(Bus.class, Publication.class, Subscription.class)
                        .as("packages below the API use its value types only"),
                noClasses().that().resideOutsideOfPackages("io.verbus.internal.os..", VERBS, MEASUREMENT).should()
                        .dependOnClassesThat().haveFullyQualifiedName("java.lang.foreign.Linker")
                        .as("native calls are sealed in io.verbus.internal.os and io.verbus.rdma.verbs"),
                noClasses().should().dependOnClassesThat().haveNameMatching("sun\\.misc\\.Unsafe|jdk\\.internal\\..*")
                        .as("no Unsafe"),
                noClasses().that().resideInAnyPackage(CORE).should().callMethod(System.class, "nanoTime")
                        .as("the bus takes time as a parameter"),
                noClasses().that().resideInAnyPackage(CORE).should().callMethod(System.class, "currentTimeMillis")
                        .as("the bus takes wall time as a parameter"),
                noClasses().that().resideInAPackage(MATCHING).should().dependOnClassesThat(
                        resideInAPackage("io.verbus..").and(not(resideInAPackage(MATCHING))))
                        .as("matching depends on no other module"),
                noClasses().that().resideInAPackage("io.verbus.orders").should().dependOnClassesThat()
                        .resideInAnyPackage(SEATS, INTAKE, GATEWAY)
                        .as("the shared parts of seats depend on neither end"),
                noClasses().that().resideInAPackage(SEATS).should().dependOnClassesThat()
                        .resideInAnyPackage(INTAKE, GATEWAY).as("the seat's end does not use the gateway's"),
                noClasses().that().resideInAnyPackage(INTAKE, GATEWAY).should().dependOnClassesThat()
                        .resideInAPackage(SEATS).as("the gateway's end does not use the seat's"),
                noClasses().that().resideInAPackage(INTAKE).should().dependOnClassesThat()
                        .resideInAnyPackage(GATEWAY, MATCHING).as("the intake knows no engine"),
                noClasses().that().resideInAPackage(ORDERS).should().callMethod(System.class, "nanoTime")
                        .orShould().callMethod(System.class, "currentTimeMillis")
                        .as("seats and the gateway take time as a parameter"),
                noClasses().that().resideInAPackage("io.verbus.matching").should().dependOnClassesThat(
                        resideOutsideOfPackages("io.verbus.matching", "java.lang", "java.lang.invoke")
                                .and(not(belongToAnyOf(Arrays.class, Objects.class))))
                        .as("the engine uses arrays only: no map, no random numbers, no thread, no time"),
                noClasses().that().resideInAPackage("io.verbus.matching").should()
                        .callMethod(System.class, "nanoTime").orShould().callMethod(System.class, "currentTimeMillis")
                        .orShould().callMethod(System.class, "identityHashCode", Object.class)
                        .orShould().callMethod(Math.class, "random")
                        .orShould().dependOnClassesThat().belongToAnyOf(Thread.class)
                        .as("the engine has no clock, no chance and no thread"),
                classes().that().resideInAnyPackage(CORE).and().haveSimpleNameEndingWith("Layout").should()
                        .haveOnlyFinalFields().as("layouts are constants"))
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(CLASSES)));
    }
}
