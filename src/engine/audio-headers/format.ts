import type { FoundFile, FoundKind } from '../../protocol/errors.js';
import type { FileType } from '../../protocol/types.js';

/** The format of a file, detected from its bytes. */
export type AudioFormat =
  | {
      readonly kind: 'audio';
      readonly fileType: FileType;
      /** In seconds. Null if the headers do not contain it. */
      readonly durationSeconds: number | null;
      /** What the service does not need to get: the picture of a video, or audio that browsers play at other times. */
      readonly beside?: 'picture' | 'other-audio';
    }
  /** An m4a without its index, or without sound that the index has, for example after an interrupted copy. */
  | { readonly kind: 'incomplete' }
  /** Not accepted by the service. `found` is null if the kind of file is unknown. */
  | { readonly kind: 'unsupported'; readonly found: FoundFile | null };

export const audio = (
  fileType: FileType,
  durationSeconds: number | null,
  beside?: 'picture' | 'other-audio',
): AudioFormat => ({
  kind: 'audio',
  fileType,
  durationSeconds,
  ...(beside === undefined ? {} : { beside }),
});

/** Formats that a converter may be able to read, by their names in `detectAudioFormat`. */
const CONVERTIBLE: ReadonlySet<string> = new Set([
  ...['Ogg', 'FLAC', 'WebM / Matroska', 'M4A', 'AMR', 'AAC', 'MPEG', 'QuickTime'],
  ...['AIFF', 'CAF', 'Wave64', 'Sun AU'],
]);

/** Whether the sound of the file can be sent to the service only after a conversion. Null for no conversion. */
export const conversionOf = (format: AudioFormat): 'video' | 'audio' | null => {
  if (format.kind === 'audio') {
    if (format.beside === undefined) return null;
    return format.beside === 'picture' ? 'video' : 'audio';
  }
  if (format.kind === 'incomplete' || format.found === null) return null;
  const { kind, format: name } = format.found;
  return (kind === 'video' || kind === 'audio') && CONVERTIBLE.has(name) ? kind : null;
};

/** `format` is empty if the kind says enough. */
export const unsupported = (kind: FoundKind, format = ''): AudioFormat => ({
  kind: 'unsupported',
  found: { kind, format },
});

/** The duration in seconds. Null unless both numbers are positive. */
export const secondsOf = (units: number, unitsPerSecond: number): number | null =>
  units > 0 && unitsPerSecond > 0 ? units / unitsPerSecond : null;
