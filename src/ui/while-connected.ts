import type { LitElement, ReactiveController } from 'lit';

/**
 * Calls `connect` when the host is in the page, and what it returns when the host is removed. Moving an element within the
 * page disconnects and reconnects it at once, which changes nothing. Returns a function that ends it.
 */
export const whileConnected = (host: LitElement, connect: () => () => void): (() => void) => {
  let disconnect: (() => void) | null = null;
  const end = (): void => {
    disconnect?.();
    disconnect = null;
  };
  const controller: ReactiveController = {
    hostConnected() {
      disconnect ??= connect();
    },
    hostDisconnected: () =>
      queueMicrotask(() => {
        if (!host.isConnected) end();
      }),
  };
  host.addController(controller);
  return () => {
    host.removeController(controller);
    end();
  };
};
