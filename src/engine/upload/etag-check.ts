/** Compares what the storage host says it stored with what was to be stored, as far as its ETags are MD5s. */

/** What is known of the host's ETags; `opaque`: they are something else than MD5s. */
export type EtagKind = 'unknown' | 'md5' | 'opaque';

export interface EtagCheck {
  readonly kind: EtagKind;
  /** How often each part came back damaged. */
  readonly refuted: ReadonlyMap<number, number>;
}

export type Verdict = 'match' | 'mismatch' | 'no-verdict';

export const NO_ETAG_CHECK: EtagCheck = { kind: 'unknown', refuted: new Map() };

/** The MD5 that an ETag can be, lower case; null where it has another form. */
export const md5OfEtag = (etag: string): string | null =>
  /^"?([0-9a-f]{32})"?$/i.exec(etag.trim())?.[1]?.toLowerCase() ?? null;

/** Looks at one part whose ETag and MD5 are both known. */
export const compareEtag = (
  check: EtagCheck,
  part: { readonly number: number; readonly etag: string; readonly md5: string },
): readonly [EtagCheck, Verdict] => {
  const stored = md5OfEtag(part.etag);
  if (check.kind === 'opaque') return [check, 'no-verdict'];
  if (stored === null) {
    return [check.kind === 'unknown' ? { ...check, kind: 'opaque' } : check, 'no-verdict'];
  }
  if (stored === part.md5) return [{ ...check, kind: 'md5' }, 'match'];
  // One damaged part is likely, two in a row before any was right is a digest of another kind.
  if (check.kind === 'unknown' && check.refuted.size > 0) {
    return [{ ...check, kind: 'opaque' }, 'no-verdict'];
  }
  const times = (check.refuted.get(part.number) ?? 0) + 1;
  return [{ ...check, refuted: new Map(check.refuted).set(part.number, times) }, 'mismatch'];
};
