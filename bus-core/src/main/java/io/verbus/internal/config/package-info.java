/** The configuration file: its keys, their values, and the mistakes in it; independent of the file's format. */
package io.verbus.internal.config;
