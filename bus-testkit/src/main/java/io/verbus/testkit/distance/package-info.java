/** Seeded histories of publishers and readers on several hosts of a fabric that has accidents. */
package io.verbus.testkit.distance;
