/** The ends of the connections of a simulated fabric, and what the two sides of the transport's seam owe each other. */
package io.verbus.testkit.fabric.link;
