/** Tests of applications: a bus in a fresh directory, stepped by hand. */
package io.verbus.junit;
