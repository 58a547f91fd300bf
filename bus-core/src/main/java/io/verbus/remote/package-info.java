/** Publications and subscriptions on different hosts: cursors over a log, and remote images. */
package io.verbus.remote;
