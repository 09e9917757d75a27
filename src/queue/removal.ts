/** The recording that the person has removed last. It stops, and can be put back until something else happens in the list. */
import { isWorking } from '../engine/session/state.js';
import { sessionStateOf, type Entry } from './entries.js';
import type { Sessions } from './sessions.js';

export const isRemoved = ({ removed }: Entry): boolean => removed !== null;

export const createRemoval = (
  { entries, dispatch, remove, changed }: Sessions,
  continueItem: (id: string) => void,
) => {
  /** Removes it for good. */
  const settle = (): void => {
    for (const { id } of entries.all.filter(isRemoved)) remove(id);
  };

  return {
    settle,
    hold(id: string): void {
      settle();
      const entry = entries.find(id);
      if (entry === undefined) return;
      const state = sessionStateOf(entry);
      const isHeldBack = state.name === 'preparing' && state.step === 'waiting-for-start';
      const wasWorking = isWorking(state) && !isHeldBack;
      entries.change(id, { removed: { wasWorking } });
      if (wasWorking) dispatch(id, { type: 'pause' });
      changed();
    },
    putBack(id: string): void {
      const entry = entries.find(id);
      if (!entry?.removed) return;
      entries.change(id, { removed: null });
      // A submission that is under way would pause at its end.
      if (sessionStateOf(entry).name !== 'paused') dispatch(id, { type: 'resume' });
      else if (entry.removed.wasWorking) continueItem(id);
      changed();
    },
  };
};
