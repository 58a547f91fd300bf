/** The keys of the configuration file, their values, and the mistakes in it. */
package io.verbus.internal.config;
