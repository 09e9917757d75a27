import { storageScope, type Locks } from '../engine/index.js';
import { scopeLockName } from '../engine/resume/storage-scope.js';

const KEY = 'audio-transcribe-session';

/** What names the session of a page: it survives a reload and a crash of the tab, and is not known in another tab. */
export interface PageSession {
  /** The scope of what this session stores; null where the browser forbids `sessionStorage`. */
  scope(): string | null;
  /** The same, but null also where nothing has been stored in this session yet. */
  existing(): string | null;
}

export interface PageSessionOptions {
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly locks: Pick<Locks, 'share'>;
  readonly newId: () => string;
}

/** While the page lives it holds the lock of its session: what a session without a lock stored is left behind. */
export const createPageSession = ({ storage, locks, newId }: PageSessionOptions): PageSession => {
  let known: string | null = null;
  const take = (id: string): string => {
    const scope = storageScope('session', id);
    known = scope;
    locks.share(scopeLockName(scope)).catch(() => undefined);
    return scope;
  };
  const find = (begin: boolean): string | null => {
    if (known !== null) return known;
    try {
      const kept = storage().getItem(KEY);
      if (kept !== null && kept !== '') return take(kept);
      if (!begin) return null;
      const id = newId();
      storage().setItem(KEY, id);
      return take(id);
    } catch {
      return null;
    }
  };
  return { scope: () => find(true), existing: () => find(false) };
};
