/** The hash data that the page and the worker exchange. The engine's ports describe the same types. */

/** The state of an MD5 that can be stored. */
export interface HashState {
  readonly engine: string;
  readonly bytes: Uint8Array;
}

/** How far a file has been hashed. */
export interface HashCheckpoint {
  /** Bytes from the start of the file. */
  readonly bytes: number;
  /** Hexadecimal MD5 of these bytes. */
  readonly md5: string;
  readonly state: HashState;
}

export interface HashedPart {
  /** First byte. */
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
  /** Hexadecimal MD5 of this part; null if parts are not hashed separately. */
  readonly md5: string | null;
  readonly point: HashCheckpoint;
}

/** Longer than any state of either engine. */
const MAX_STATE_BYTES = 1024;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A number of bytes, or a position in a file. */
export const isByteCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** An MD5 as 32 lower-case hexadecimal digits. */
export const isMd5 = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);

/** True if a checkpoint is well formed. It may come from a database. The engine validates the state itself. */
export const isHashCheckpoint = (value: unknown): value is HashCheckpoint =>
  isRecord(value) &&
  isByteCount(value['bytes']) &&
  isMd5(value['md5']) &&
  isRecord(value['state']) &&
  typeof value['state']['engine'] === 'string' &&
  value['state']['bytes'] instanceof Uint8Array &&
  value['state']['bytes'].byteLength <= MAX_STATE_BYTES;

export const isHashedPart = (value: unknown): value is HashedPart =>
  isRecord(value) &&
  isByteCount(value['start']) &&
  isByteCount(value['end']) &&
  value['start'] <= value['end'] &&
  (value['md5'] === null || isMd5(value['md5'])) &&
  isHashCheckpoint(value['point']) &&
  value['point'].bytes === value['end'];
