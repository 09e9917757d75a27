let isAsked = false;

/**
 * Asks the browser once to keep what this origin stores, also after seven days without a visit (Safari) or when the disk
 * is full. Call it when something is stored that is worth keeping. Chromium and Safari decide without asking the user.
 * Firefox would ask, and deletes only when the disk is full, so it is not asked.
 */
export const persistStorage = (): void => {
  if (isAsked || navigator.userAgent.includes('Firefox/')) return;
  isAsked = true;
  // Missing in a page that is no secure context, and in old browsers.
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  storage?.persist?.().catch(() => undefined);
};
