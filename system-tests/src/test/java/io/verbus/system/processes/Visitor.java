package io.verbus.system.processes;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.config.Configuration;
import io.verbus.tools.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/** A process that tries to look at bus directories, and to join them. It prints a line for each attempt. */
final class Visitor {
    private Visitor() {
    }

    public static void main(final String[] args) {
        for (final String directory : args) {
            final BusSettings settings = Configuration.load().bus().withDirectory(Path.of(directory));
            for (final String command : List.of("stat", "errors", "loss", "tap s --until-idle 10ms")) {
                System.out.println(run(settings, command.split(" ")));
            }
            try (Bus bus = Bus.launch(settings)) {
                System.out.println("joined " + bus.settings().directory());
            } catch (final BusException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    /** Runs a command in this process. Returns its name, its exit status and its output in one line. */
    static String run(final BusSettings settings, final String... command) {
        final StringWriter text = new StringWriter();
        final PrintWriter writer = new PrintWriter(text, true);
        final CommandLine line = Main.commandLine(() -> settings);
        final int status = line.setOut(writer).setErr(writer).execute(command);
        return command[0] + " " + status + " " + text.toString().strip().replace("\n", " | ");
    }
}
