/** Resolves in a later task: whatever waits, messages and drawing among it, comes first. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port1.close();
      resolve();
    };
    port1.postMessage(null);
  });
