/** The positions of subscriptions in the sessions that they read: one file per subscription, read by publishers. */
package io.verbus.position;
