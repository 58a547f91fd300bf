/** Runs all roles of a stream for hours, with restarts: the resources that they use must not grow. */
package io.verbus.tools.soak;
