import type { FileType } from '../../protocol/index.js';

/** What the bytes of a file say it is. */
export type AudioFormat =
  | {
      readonly kind: 'audio';
      readonly fileType: FileType;
      /** Seconds; null where the headers do not tell it. */
      readonly durationSeconds: number | null;
    }
  /** An m4a whose index is missing: nobody can play it, nor tell what is in it. */
  | { readonly kind: 'incomplete' }
  /** Not taken by the service; `found` is a name for the person, null where the bytes are not known. */
  | { readonly kind: 'unsupported'; readonly found: string | null };

export const audio = (fileType: FileType, durationSeconds: number | null): AudioFormat => ({
  kind: 'audio',
  fileType,
  durationSeconds,
});

export const unsupported = (found: string | null): AudioFormat => ({ kind: 'unsupported', found });

/** Seconds, where both say something that can be divided; else null. */
export const secondsOf = (units: number, unitsPerSecond: number): number | null =>
  units > 0 && unitsPerSecond > 0 ? units / unitsPerSecond : null;
