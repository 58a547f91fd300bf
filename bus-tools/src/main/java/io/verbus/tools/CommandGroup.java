package io.verbus.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;

/** A part of the list of commands in the help, with an example. A test requires that it has each command once. */
enum CommandGroup {
    /** For a new user. */
    BEGIN("To begin and to measure", "./bus init prices --package com.acme.prices",
            "demo", "init", "perf", "completion", "help"),
    /** Market data and its journals. */
    STREAMS("Streams and journals", "./bus tap md.itch --from 0 --count 10",
            "feed", "book", "record", "replay", "journal", "sql", "relay", "bridge", "tap", "publish",
            "generate"),
    /** Markets of orders. */
    ORDERS("Markets of orders", "./bus gateway --exchange exchange --idle sleep",
            "gateway", "trade", "orders", "match"),
    /** For an operator. */
    HOST("State of this host", "./bus stat --live", "stat", "loss", "errors", "doctor", "config");

    private final String title;
    private final String example;
    private final List<String> commands;

    CommandGroup(final String title, final String example, final String... commands) {
        this.title = title;
        this.example = example;
        this.commands = List.of(commands);
    }

    String example() {
        return example;
    }

    List<String> commands() {
        return commands;
    }

    /** Renders the list of the commands in the help of the command line. */
    static String list(final Help help) {
        return Stream.of(values()).map(group -> group.render(help)).collect(Collectors.joining());
    }

    private String render(final Help help) {
        final Map<String, Help> rows = new LinkedHashMap<>();
        commands.forEach(command -> rows.put(command, help.subcommands().get(command)));
        return "\n" + title + ", as in " + example + "\n" + help.commandList(rows);
    }
}
