/** Deletes stored data when a user signs out: within five seconds, or else when a page is next opened. */
import type { Clock } from '../engine/ports.js';
import type { StorageCleanup } from '../engine/resume/scope.js';
import { within } from '../engine/resume/stored-job.js';
import { noteOf, NOTES } from './forget-note.js';

/** In ms. */
const DEADLINE_MS = 5_000;

interface ForgottenOptions {
  readonly cleanup: StorageCleanup;
  readonly clock: Clock;
  readonly storage: () => Pick<Storage, 'getItem' | 'key' | 'length' | 'removeItem' | 'setItem'>;
}

interface Note {
  readonly key: string;
  /** Milliseconds since the epoch. Records stored later are kept. */
  readonly atMs: number;
}

/** Undefined if something else has written the key. */
const idOf = (key: string): string | null | undefined => {
  try {
    const id: unknown = JSON.parse(key.slice(NOTES.length));
    return id === null || typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
};

export const createForgotten = ({ cleanup, clock, storage: open }: ForgottenOptions) => {
  /** Without `localStorage`, nothing is noted: a deletion that fails is not repeated. */
  const use = <Result>(work: (storage: ReturnType<typeof open>) => Result): Result | null => {
    try {
      return work(open());
    } catch {
      // The browser forbids it.
      return null;
    }
  };
  const readNotes = (): readonly Note[] =>
    use((storage) =>
      [...new Array(storage.length).keys()]
        .map((index) => storage.key(index) ?? '')
        .filter((key) => key.startsWith(NOTES))
        .map((key) => ({ key, atMs: Number(storage.getItem(key)) })),
    ) ?? [];
  /** Unless the deletion was requested again meanwhile. */
  const removeNote = ({ key, atMs }: Note): void =>
    void use((storage) => {
      if (Object.is(Number(storage.getItem(key)), atMs)) storage.removeItem(key);
    });

  /** Ends the deletions of earlier pages. */
  const catchUp = async (): Promise<void> => {
    for (const note of readNotes()) {
      const id = idOf(note.key);
      if (id !== undefined && Number.isFinite(note.atMs)) await cleanup.forget(id, note.atMs);
      removeNote(note);
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
     * nothing is stored. Rejects 5 s after `askedMs`, in ms since the epoch; the data are then deleted when a page is next
     * opened.
     */
    async forget(
      id: string | null,
      stop: () => Promise<void>,
      mayHold: () => Promise<boolean>,
      askedMs: number,
    ): Promise<void> {
      const atMs = clock.now();
      const note = { key: noteOf(id), atMs };
      use((storage) => storage.setItem(note.key, String(atMs)));
      const work = async (): Promise<void> => {
        // Asked first, so that nothing delays the deletion: an element that finds records requests a token.
        const held = mayHold();
        await stop();
        if (await held) await cleanup.forget(id);
        removeNote(note);
      };
      await within(
        clock,
        DEADLINE_MS - (atMs - askedMs),
        work,
        'The storage of this browser did not respond within 5 s. Sign the user out. The data are deleted when a page with <audio-transcribe> is next opened.',
      );
    },
  };
};
