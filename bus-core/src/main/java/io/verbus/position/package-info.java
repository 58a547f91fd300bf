/** Where a subscription stands in each session it reads: one file a subscription, which publishers look at. */
package io.verbus.position;
