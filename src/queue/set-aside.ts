/** What an element has set aside because a script has reset its form: it stays in memory as it is, and is offered. */
import { isPaid, type ResumeOffer } from '../engine/resume/scope.js';
import { looksLike } from '../engine/resume/stored-job.js';
import type { AudioFile } from '../engine/session/job.js';
import { IDLE, jobOf } from '../engine/session/state.js';
import { NO_PROGRESS, sessionStateOf, type Entry } from './entries.js';
import type { OwnOptions, Sessions } from './sessions.js';

export type SetAside = ReturnType<typeof createSetAside>;

export const createSetAside = (sessions: Sessions, onEvent: OwnOptions['onEvent']) => {
  const { entries, flags, sync, changed, remove } = sessions;
  /** The newest last. */
  let ids: readonly string[] = [];

  /** The newest that was not removed meanwhile. Null for none, and while the element shows something else. */
  const newest = (): Entry | null => {
    ids = ids.filter((id) => entries.find(id)?.content.kind === 'work');
    return flags.list === null && flags.front === null
      ? (entries.find(ids.at(-1) ?? null) ?? null)
      : null;
  };

  return {
    /** Sets aside what is shown. False if nothing is, or if only an error is. */
    put(): boolean {
      const entry = entries.find(flags.front);
      const state = entry ? sessionStateOf(entry) : IDLE;
      const job = jobOf(state);
      if (!entry || job === null || (state.name === 'failed' && !isPaid(job))) return false;
      ids = [...ids, entry.id];
      // Listeners see an element without a recording.
      entries.drop(entry.id);
      onEvent({ ...entry, progress: NO_PROGRESS }, IDLE, state, { type: 'cleared' });
      entries.put(entry);
      if (flags.front === entry.id) flags.front = null;
      sync();
      changed();
      return true;
    },
    /** Shows the newest again, and continues it. `file`: only if this is its recording. False if there is none. */
    takeBack(file?: AudioFile): boolean {
      const entry = newest();
      const state = entry === null ? IDLE : sessionStateOf(entry);
      const job = jobOf(state);
      if (entry === null || job === null || (file && !looksLike({ job }, file))) return false;
      ids = ids.slice(0, -1);
      flags.front = entry.id;
      onEvent(entry, state, IDLE, { type: 'selected', job });
      sync();
      changed();
      return true;
    },
    /** Removes the newest for good. False if there is none. */
    drop(): boolean {
      const entry = newest();
      if (entry !== null) remove(entry.id);
      return entry !== null;
    },
    /** Leaves those that this is true for. What was paid for stays stored for its owner. */
    leave(isMeant: (entry: Entry) => boolean): void {
      for (const id of ids) {
        const entry = entries.find(id);
        if (entry && isMeant(entry)) remove(id, true);
      }
    },
    get offer(): ResumeOffer | null {
      const entry = newest();
      if (entry === null) return null;
      const { id, name: title } = entry;
      const transcriptionId = jobOf(sessionStateOf(entry))?.transcriptionId ?? null;
      return {
        job: {
          ...{ id, title, transcriptionId, kind: 'interrupted', whose: 'mine', needs: 'nothing' },
          ...{ savedAtMs: 0, size: null, uploadedFraction: 1 },
        },
        problem: null,
      };
    },
  };
};
