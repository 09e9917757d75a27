import type { LitElement } from 'lit';

/**
 * Calls `connect` when the host is in the page, and what it returns when the host is removed. Moving an element within the
 * page disconnects and reconnects it at once, which changes nothing.
 */
export const whileConnected = (host: LitElement, connect: () => () => void): void => {
  let disconnect: (() => void) | null = null;
  host.addController({
    hostConnected() {
      disconnect ??= connect();
    },
    hostDisconnected: () =>
      queueMicrotask(() => {
        if (host.isConnected) return;
        disconnect?.();
        disconnect = null;
      }),
  });
};
