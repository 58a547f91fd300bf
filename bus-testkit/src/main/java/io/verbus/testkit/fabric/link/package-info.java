/** The link ends of a simulated fabric, and the contract between the two sides of the transport's seam. */
package io.verbus.testkit.fabric.link;
