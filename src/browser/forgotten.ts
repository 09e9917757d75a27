/** Deletes stored data when a user signs out: within five seconds, or else when a page is next opened. */
import type { Clock } from '../engine/ports.js';
import type { StorageCleanup } from '../engine/resume/scope.js';
import { ContractError, finite, listOf, orNull, record, text } from '../protocol/read.js';

/** In `localStorage`: the deletions that have not ended yet. */
export const NOTE = 'audio-transcribe-forget';

/** In ms. */
const DEADLINE_MS = 5_000;

const notes = listOf(
  record({
    /** The user key; null for all users. */
    id: orNull(text),
    /** Milliseconds since the epoch. Records stored later are kept. */
    atMs: finite,
  }),
);

interface ForgottenOptions {
  readonly cleanup: StorageCleanup;
  readonly clock: Clock;
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

export const createForgotten = ({ cleanup, clock, storage }: ForgottenOptions) => {
  const read = (): ReturnType<typeof notes> => {
    try {
      return notes(JSON.parse(storage().getItem(NOTE) ?? '[]'), NOTE);
    } catch (error) {
      if (error instanceof ContractError || error instanceof SyntaxError) return [];
      throw error;
    }
  };
  /** Without `localStorage`, nothing is noted: a deletion that fails is not repeated. */
  const change = (to: (known: ReturnType<typeof notes>) => ReturnType<typeof notes>): void => {
    try {
      const next = to(read());
      if (next.length === 0) storage().removeItem(NOTE);
      else storage().setItem(NOTE, JSON.stringify(next));
    } catch {
      // The browser forbids it.
    }
  };
  const without = (id: string | null, atMs: number): void =>
    change((known) => known.filter((note) => note.id !== id || note.atMs !== atMs));

  /** Ends the deletions of earlier pages. */
  const catchUp = async (): Promise<void> => {
    let left: ReturnType<typeof notes> = [];
    change((known) => (left = known));
    for (const { id, atMs } of left) {
      await cleanup.forget(id, atMs);
      without(id, atMs);
    }
  };

  return {
    /** The cleanup, which ends the deletions of earlier pages first. So nothing that was to be deleted is shown. */
    cleanup: {
      ...cleanup,
      async run(...owner: Parameters<StorageCleanup['run']>) {
        await catchUp();
        await cleanup.run(...owner);
      },
    } satisfies StorageCleanup,
    /**
     * Deletes all data of this user key; null means all data. `stop` ends the work that uses it, and `mayHold` is false if
     * nothing is stored. Rejects after 5 s; the data are then deleted when a page is next opened.
     */
    async forget(
      id: string | null,
      stop: () => Promise<void>,
      mayHold: () => Promise<boolean>,
    ): Promise<void> {
      const atMs = clock.now();
      change((known) => [...known, { id, atMs }]);
      const work = async (): Promise<void> => {
        // Asked first, so that nothing delays the deletion: an element that finds records requests a token.
        const held = mayHold();
        await stop();
        if (await held) await cleanup.forget(id);
        without(id, atMs);
      };
      const ended = new AbortController();
      const tooLate = clock.sleep(DEADLINE_MS, ended.signal).then(() => {
        throw new Error(
          'The storage of this browser did not respond within 5 s. Sign the user out. The data are deleted when a page with <audio-transcribe> is next opened.',
        );
      });
      try {
        await Promise.race([work(), tooLate]);
      } finally {
        tooLate.catch(() => undefined);
        ended.abort(new Error('the data were deleted'));
      }
    },
  };
};
