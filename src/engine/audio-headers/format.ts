import type { FileType } from '../../protocol/index.js';

/** The format of a file, detected from its bytes. */
export type AudioFormat =
  | {
      readonly kind: 'audio';
      readonly fileType: FileType;
      /** In seconds. Null if the headers do not contain it. */
      readonly durationSeconds: number | null;
    }
  /** An m4a without its index, for example after an interrupted copy. It can't be played. */
  | { readonly kind: 'incomplete' }
  /** Not accepted by the service. `found` is a description of the file; null if the kind is unknown. */
  | { readonly kind: 'unsupported'; readonly found: string | null };

export const audio = (fileType: FileType, durationSeconds: number | null): AudioFormat => ({
  kind: 'audio',
  fileType,
  durationSeconds,
});

export const unsupported = (found: string | null): AudioFormat => ({ kind: 'unsupported', found });

/** The duration in seconds. Null unless both numbers are positive. */
export const secondsOf = (units: number, unitsPerSecond: number): number | null =>
  units > 0 && unitsPerSecond > 0 ? units / unitsPerSecond : null;
