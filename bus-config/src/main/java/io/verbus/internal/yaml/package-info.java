/** The syntax of the configuration file: maps, lists and texts of YAML. */
package io.verbus.internal.yaml;
