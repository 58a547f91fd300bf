/** Child processes that live through a whole measurement, carry out orders, and are frozen in between. */
package io.verbus.latency.worker;
