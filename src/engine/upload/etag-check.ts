/** Compares the storage host's ETags with the MD5s of the parts, if the ETags are MD5s. */

/** The kind of the host's ETags. `opaque`: not MD5s. */
export type EtagKind = 'unknown' | 'md5' | 'opaque';

export interface EtagCheck {
  readonly kind: EtagKind;
  /** How often each part was damaged, by part number. */
  readonly refuted: ReadonlyMap<number, number>;
}

export type Verdict = 'match' | 'mismatch' | 'no-verdict';

export const NO_ETAG_CHECK: EtagCheck = { kind: 'unknown', refuted: new Map() };

/** The ETag as an MD5 in lower case. Null if it has another format. */
export const md5OfEtag = (etag: string): string | null =>
  /^"?([0-9a-f]{32})"?$/i.exec(etag.trim())?.[1]?.toLowerCase() ?? null;

/** Compares the ETag of a part with its MD5. */
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
  // One damaged part is plausible. If two differ before any part has matched, the ETag is another kind of
  // digest.
  if (check.kind === 'unknown' && check.refuted.size > 0) {
    return [{ ...check, kind: 'opaque' }, 'no-verdict'];
  }
  const times = (check.refuted.get(part.number) ?? 0) + 1;
  return [{ ...check, refuted: new Map(check.refuted).set(part.number, times) }, 'mismatch'];
};
