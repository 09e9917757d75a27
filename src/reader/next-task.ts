/** Splits work, so that the browser can answer the user in between. */

const waiting: (() => void)[] = [];

/** `setTimeout` would wait four milliseconds between tasks, and a second in the background. */
const byMessage = (callback: () => void): void => {
  // In WebKit, messages of two channels may arrive in any order.
  waiting.push(callback);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    waiting.shift()?.();
  };
  port2.postMessage(null);
};

/** Calls back in a new task, after the browser has handled input. */
export const nextTask = (callback: () => void): void => {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield) void scheduler.yield().then(callback);
  else byMessage(callback);
};

/** Calls back after the next frame was drawn. A hidden page draws none, so it calls back in a new task. */
export const afterFrame = (callback: () => void): void => {
  if (document.hidden) byMessage(callback);
  else requestAnimationFrame(() => byMessage(callback));
};
