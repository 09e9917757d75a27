/** Names for the owner of stored data, and for the locks that depend on it. */

/** Where a scope comes from: `resume-scope`, the user of the token, or, if neither is known, the page's session. */
export type ScopeKind = 'page' | 'user' | 'session';

/** The stored form of a scope. The kind comes first, so that scopes of different kinds are never equal. */
export const storageScope = (kind: ScopeKind, id: string): string => `${kind}:${id}`;

export const isOfKind = (scope: string, kind: ScopeKind): boolean => scope.startsWith(`${kind}:`);

/** True if the scope belongs to this `resume-scope` or `storage_scope`. */
export const isScopeOf = (scope: string, id: string): boolean =>
  scope === storageScope('page', id) || scope === storageScope('user', id);

/** The Web Lock that all live elements with this scope share. */
export const scopeLockName = (scope: string): string => `audio-transcribe:scope:${scope}`;

/** The Web Lock of the tab that works on this job. */
export const jobLockName = (id: string): string => `audio-transcribe:${id}`;
