/** Publications and subscriptions on different hosts: cursors over a log, and images that are written from afar. */
package io.verbus.remote;
