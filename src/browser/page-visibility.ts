import type { PageVisibility } from '../engine/index.js';
import { whenEvent } from './when-event.js';

const isVisible = (): boolean => document.visibilityState === 'visible';

/** The Page Visibility API. */
export const browserPageVisibility: PageVisibility = {
  isVisible,
  whenShown: (signal) => whenEvent(document, 'visibilitychange', signal, isVisible),
};
