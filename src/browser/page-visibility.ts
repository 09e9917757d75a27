import type { Attention } from '../engine/index.js';
import { whenEvent } from './when-event.js';

const isVisible = (): boolean => document.visibilityState === 'visible';

/** The Page Visibility API. */
export const browserAttention: Attention = {
  isVisible,
  whenShown: (signal) => whenEvent(document, 'visibilitychange', signal, isVisible),
};
