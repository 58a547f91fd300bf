/** The configuration file of the commands, and {@code ./bus config}. */
package io.verbus.tools.config;
