/** What histories from seeds have in common: chance, time, what happened, and how many are made at once. */
package io.verbus.testkit.seeds;
