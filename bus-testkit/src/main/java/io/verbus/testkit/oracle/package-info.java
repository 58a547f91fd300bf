/**
 * The promises of the bus that every test kind checks: delivered plus reported equals published, in order and once, and
 * each report is consistent with the reports before it. A test kind supplies the facts.
 */
package io.verbus.testkit.oracle;
