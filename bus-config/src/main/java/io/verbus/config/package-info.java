/** The settings in a configuration file. */
package io.verbus.config;
