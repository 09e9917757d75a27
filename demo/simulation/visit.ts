/** What the simulation knows about one visit of the page. It is stored in the browser until the upload is finished. */
import type { Exchange } from '../hood/model.js';

/** In bytes (2.3). */
export const CHUNK_SIZE = 5 * 1024 * 1024;

export interface Token {
  readonly value: string;
  readonly level: 'partner' | 'refresh' | 'user';
  readonly user: string;
  /** In ms since 1970. */
  readonly until: number;
}

export interface StoredPart {
  /** In bytes. */
  readonly size: number;
  /** Null until the part is stored. */
  etag: string | null;
  /** How often it was sent, in whole or in part. */
  sends: number;
  /** Bytes that the link has carried for this part, in all attempts. */
  carried: number;
}

export interface Upload {
  readonly fileId: string;
  readonly uploadId: string;
  /** Part of each presigned address. */
  readonly signature: string;
  readonly user: string;
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  readonly parts: readonly StoredPart[];
  /** True if the storage host refuses the addresses of this upload. */
  expired: boolean;
  /** Bytes of one second of sound, from the header of a WAV file. */
  audioRate: number | null;
  /** MD5 of the whole file; null until the upload is completed. */
  md5: string | null;
}

interface Task {
  readonly id: string;
  readonly fileId: string;
  readonly language: string;
  readonly speakers: boolean;
}

export interface Visit {
  readonly id: string;
  /** In ms since 1970. */
  changedAt: number;
  offline: boolean;
  /** When the train departed, in ms since 1970; null without a train. */
  trainSince: number | null;
  /** Of the link. */
  bytesPerSecond: number;
  tokens: Token[];
  /** The newest is the last. */
  uploads: Upload[];
  tasks: Task[];
  /** Bytes that were stored at the last interruption. */
  savedBytes: number;
  /** Answers that the page received. */
  answers: number;
  /** How many secrets of the service were found in these answers. */
  secrets: number;
  /** How often the addresses of this recording have expired. */
  expiries: number;
  exchanges: Exchange[];
}

export const LINK_BYTES_PER_SECOND = 3_000_000;

export const newVisit = (id: string, now: number): Visit => ({
  id,
  changedAt: now,
  offline: false,
  trainSince: null,
  bytesPerSecond: LINK_BYTES_PER_SECOND,
  tokens: [],
  uploads: [],
  tasks: [],
  savedBytes: 0,
  answers: 0,
  secrets: 0,
  expiries: 0,
  exchanges: [],
});

const storedBytes = ({ parts }: Upload): number =>
  parts.reduce((sum, { etag, size }) => sum + (etag === null ? 0 : size), 0);

/** The sizes of the parts of a file, in bytes. */
export const partSizes = (size: number): readonly number[] =>
  Array.from({ length: Math.ceil(size / CHUNK_SIZE) }, (_, index) =>
    Math.min(CHUNK_SIZE, size - index * CHUNK_SIZE),
  );

/** The upload that the page shows. */
export const currentUpload = ({ uploads }: Visit): Upload | undefined => uploads.at(-1);

/** Without resuming, an interruption would cost the bytes that are stored at this moment. */
export const noteInterruption = (visit: Visit): void => {
  const upload = currentUpload(visit);
  if (upload === undefined || upload.md5 !== null || upload.expired) return;
  visit.savedBytes = Math.max(visit.savedBytes, storedBytes(upload));
};

const UPLOADS_KEPT = 4;

/**
 * Adds an upload with no stored parts. If it replaces one whose addresses have expired, the parts keep their counts, so
 * that the page shows which of them were sent twice.
 */
export const addUpload = (
  visit: Visit,
  upload: Pick<Upload, 'fileId' | 'uploadId' | 'signature' | 'user' | 'size' | 'type'>,
): Upload => {
  const before = currentUpload(visit);
  const replaces = before?.expired === true && before.size === upload.size;
  const added: Upload = {
    ...upload,
    parts: partSizes(upload.size).map((size, index) => ({
      size,
      etag: null,
      sends: replaces ? (before.parts[index]?.sends ?? 0) : 0,
      carried: replaces ? (before.parts[index]?.carried ?? 0) : 0,
    })),
    expired: false,
    audioRate: null,
    md5: null,
  };
  visit.savedBytes = 0;
  if (!replaces) visit.expiries = 0;
  visit.uploads = [...visit.uploads, added].slice(-UPLOADS_KEPT);
  return added;
};

/** From now on, the storage host refuses all addresses issued so far. */
export const expireAddresses = (visit: Visit): void => {
  const upload = currentUpload(visit);
  if (upload === undefined || upload.md5 !== null || upload.expired) return;
  upload.expired = true;
  visit.expiries += 1;
};

// What the page shows of the simulation: the map of parts, the switches and the facts.

type PartState = 'waiting' | 'sending' | 'stored';

export interface PartView {
  /** From 1. */
  readonly number: number;
  /** In bytes. */
  readonly size: number;
  readonly state: PartState;
  /** True if it was sent more than once. */
  readonly again: boolean;
  /** Bytes that the link has carried in the current attempt. */
  readonly carried: number;
}

/** What the page has saved, and what it was told. */
export interface Measured {
  /** Bytes that were stored at the last interruption, and not sent again. */
  readonly savedBytes: number;
  /** Answers that the page received. */
  readonly answers: number;
  /** How many of the service's secrets were found in them. */
  readonly secrets: number;
}

export interface SimulationState extends Measured {
  readonly offline: boolean;
  /** When the train departed, in ms since 1970; null without a train. */
  readonly trainSince: number | null;
  /** Of the link without a train. */
  readonly bytesPerSecond: number;
  /** Empty until there is an upload plan. */
  readonly parts: readonly PartView[];
  readonly isCompleted: boolean;
  /** How often the addresses of this recording have expired. */
  readonly expiries: number;
  /** Bytes that were sent more than once. */
  readonly bytesSentAgain: number;
}

const partState = ({ etag }: StoredPart, carried: number | undefined): PartState =>
  etag === null ? (carried === undefined ? 'waiting' : 'sending') : 'stored';

/** `underWay`: the bytes carried of each part that is being sent, by part number. */
export const stateOf = (visit: Visit, underWay: ReadonlyMap<number, number>): SimulationState => {
  const upload = currentUpload(visit);
  const parts = upload?.parts ?? [];
  return {
    offline: visit.offline,
    trainSince: visit.trainSince,
    bytesPerSecond: visit.bytesPerSecond,
    parts: parts.map((part, index) => ({
      number: index + 1,
      size: part.size,
      state: partState(part, underWay.get(index + 1)),
      again: part.sends > 1,
      carried: underWay.get(index + 1) ?? 0,
    })),
    isCompleted: upload !== undefined && upload.md5 !== null,
    savedBytes: visit.savedBytes,
    answers: visit.answers,
    secrets: visit.secrets,
    expiries: visit.expiries,
    bytesSentAgain: parts.reduce((sum, { carried, size }) => sum + Math.max(0, carried - size), 0),
  };
};

export interface Facts {
  readonly parts: number;
  readonly stored: number;
  readonly sending: number;
  readonly waiting: number;
  /** Parts that were sent more than once. */
  readonly again: number;
}

export const factsOf = ({ parts }: Pick<SimulationState, 'parts'>): Facts => {
  const count = (wanted: PartState): number => parts.filter(({ state }) => state === wanted).length;
  return {
    parts: parts.length,
    stored: count('stored'),
    sending: count('sending'),
    waiting: count('waiting'),
    again: parts.filter(({ again }) => again).length,
  };
};

// The transcript of the simulation. It says that it is made up, and what really happened to the
// recording.

/** Bytes of one second, for a file whose header does not say it. */
const USUAL_AUDIO_RATE = 16_000;
/** In ms. */
const LONGEST_LINE = 6_000;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const parts = (count: number): string => (count === 1 ? '1 part' : `${count} parts`);

const linesOf = (upload: Upload, visit: Visit): readonly string[] => {
  const { savedBytes, bytesSentAgain, ...state } = stateOf(visit, new Map());
  const { again } = factsOf(state);
  return [
    'This transcript is made up for this page. Nothing in the recording was recognised.',
    `The recording was uploaded in ${parts(upload.parts.length)}, ${megabytes(upload.size)} in all. It has not left this computer.`,
    again === 0
      ? 'Each part was sent once.'
      : `${parts(again)} had to be sent again, ${megabytes(bytesSentAgain)} in all.`,
    ...(savedBytes === 0
      ? []
      : [`${megabytes(savedBytes)} were stored before the last interruption, and not sent again.`]),
    'With a real service, this is where the words of the recording are.',
  ];
};

/** `data` of a task that has succeeded (2.4). The lines are spread over the recording. */
export const madeUpTranscript = (
  { speakers }: Pick<Task, 'speakers'>,
  upload: Upload,
  visit: Visit,
): unknown => {
  const duration = Math.max(1, Math.round(upload.size / (upload.audioRate ?? USUAL_AUDIO_RATE)));
  const lines = linesOf(upload, visit);
  const slot = (duration * 1000) / lines.length;
  return {
    text: lines.join(' '),
    language: 'en',
    duration,
    segments: lines.map((text, index) => ({
      ...(speakers ? { speaker: 'Simulation' } : {}),
      start_ms: Math.round(index * slot),
      end_ms: Math.round(index * slot + Math.min(slot, LONGEST_LINE)),
      text,
    })),
  };
};
