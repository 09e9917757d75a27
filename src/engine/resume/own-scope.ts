/** Whose stored work an element may show, and the lock that says so to other pages. */
import type { Leftovers } from './leftovers.js';
import type { Lock, Locks } from '../ports.js';
import { scopeLockName } from './storage-scope.js';

/** What the page has said, and what the user token tells. */
export interface ScopeSource {
  /** Null: nothing is stored. Undefined: a user token has to tell. */
  now(): string | null | undefined;
  /** Asks for a user token where only that can tell. Rejects as that does. */
  learn(signal: AbortSignal): Promise<string | null>;
  /** What this session of the page has stored under, where no token told of a user; null where it has not. */
  session(): string | null;
}

export interface OwnScope extends ScopeSource {
  /**
   * The scope whose work may be shown, after others' leftovers are deleted; null for none. A user token is asked for
   * only where something is stored that may be the user's, and after a failure only if `anew`.
   */
  look(anew: boolean): Promise<string | null>;
  /** The element is in its page: from now on its scope counts as live. Returns what ends that. */
  connect(): () => void;
}

export interface OwnScopeOptions {
  readonly source: ScopeSource;
  readonly leftovers: Leftovers;
  readonly locks: Pick<Locks, 'share'>;
}

export const createOwnScope = ({ source, leftovers, locks }: OwnScopeOptions): OwnScope => {
  let connection: AbortController | null = null;
  let failed = false;
  let claim: { readonly scope: string; readonly lock: Promise<Lock> } | null = null;

  const release = (): void => {
    claim?.lock.then(
      (lock) => lock.release(),
      () => undefined,
    );
    claim = null;
  };

  const hold = async (scope: string): Promise<void> => {
    if (connection === null) return;
    if (claim?.scope !== scope) {
      release();
      claim = { scope, lock: locks.share(scopeLockName(scope)) };
    }
    await claim.lock.catch(() => undefined);
  };

  const ask = async (anew: boolean): Promise<string | null> => {
    await leftovers.tidy(null);
    if ((failed && !anew) || !(await leftovers.needToken(source.session()))) return null;
    const { signal } = connection ?? new AbortController();
    try {
      return await source.learn(signal);
    } catch {
      // Nobody knows who is signed in: nothing is shown, and nothing of anybody is deleted.
      failed = !signal.aborted;
      return null;
    }
  };

  return {
    now: () => source.now(),
    learn: (signal) => source.learn(signal),
    session: () => source.session(),
    async look(anew) {
      const known = source.now();
      const scope = known === undefined ? await ask(anew) : known;
      if (scope === null) return null;
      failed = false;
      await hold(scope);
      await leftovers.tidy(scope);
      return scope;
    },
    connect() {
      const own = new AbortController();
      connection = own;
      return () => {
        own.abort(new Error('the element left its page'));
        if (connection === own) connection = null;
        release();
      };
    },
  };
};
