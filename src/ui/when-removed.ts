/**
 * Calls the function unless the element is in the page again soon: moving an element within the page disconnects and
 * reconnects it at once. Call it when the element is disconnected.
 */
export const whenRemoved = (element: Element, run: () => void): void =>
  queueMicrotask(() => {
    if (!element.isConnected) run();
  });
