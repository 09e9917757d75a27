/** Which stored list belongs to an element. */
import { isReloaded, pageSession } from '../../browser/page-storage.js';

/** The lists that this document has restored. A second element of the same page starts with an empty list. */
const restored = new Set<string>();

/** True if the page was reloaded, or shown again from the history. */
export const isRevisited = (key: string): boolean => {
  if (restored.has(key)) return false;
  restored.add(key);
  return isReloaded();
};

/** Identifies the list across a reload: by the tab, the page, and the id of the element. Null if nothing is stored. */
export const keyOf = (element: HTMLElement & { readonly noStorage: boolean }): string | null => {
  const tab = element.noStorage ? null : pageSession.scope();
  return tab === null ? null : `${tab} ${location.pathname}${location.search}#${element.id}`;
};
