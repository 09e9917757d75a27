/** Whose stored work is whose. */

/**
 * Where a scope comes from: the page's `resume-scope`, the user that the token is for, or, where neither is known,
 * the session of the page.
 */
export type ScopeKind = 'page' | 'user' | 'session';

/** A scope as it is stored. Its kind comes first, so that no scope can be taken for one of another kind. */
export const storageScope = (kind: ScopeKind, id: string): string => `${kind}:${id}`;

export const isOfKind = (scope: string, kind: ScopeKind): boolean => scope.startsWith(`${kind}:`);

/** True where a page that names this user, by `resume-scope` or `storage_scope`, means this scope. */
export const isScopeOf = (scope: string, id: string): boolean =>
  scope === storageScope('page', id) || scope === storageScope('user', id);

/** The Web Lock that every live element with this scope shares. */
export const scopeLockName = (scope: string): string => `audio-transcribe:scope:${scope}`;

/** The Web Lock of whoever works on this job. */
export const jobLockName = (id: string): string => `audio-transcribe:${id}`;
