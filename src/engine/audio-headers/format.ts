import type { FileType, FoundFile, FoundKind } from '../../protocol/index.js';

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
  /** Not accepted by the service. `found` is null if the kind of file is unknown. */
  | { readonly kind: 'unsupported'; readonly found: FoundFile | null };

export const audio = (fileType: FileType, durationSeconds: number | null): AudioFormat => ({
  kind: 'audio',
  fileType,
  durationSeconds,
});

/** `format` is empty if the kind says enough. */
export const unsupported = (kind: FoundKind, format = ''): AudioFormat => ({
  kind: 'unsupported',
  found: { kind, format },
});

/** The duration in seconds. Null unless both numbers are positive. */
export const secondsOf = (units: number, unitsPerSecond: number): number | null =>
  units > 0 && unitsPerSecond > 0 ? units / unitsPerSecond : null;
