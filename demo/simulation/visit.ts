/** What the simulation knows about one visit of the page. It is stored in the browser until the upload is finished. */
import type { Exchange } from '../hood/model.js';
import type { PartFacts } from '../service/store.js';
import type { TaskRecord } from '../service/task-record.js';
import type { Token } from '../service/tokens.js';
import type { UploadRecord } from '../service/uploads.js';

/** In bytes (2.3). */
export const CHUNK_SIZE = 5 * 1024 * 1024;

interface SentPart {
  /** In bytes. */
  readonly size: number;
  /** How often it was sent, in whole or in part. */
  sends: number;
  /** Bytes that the link has carried for this part, in all attempts. */
  carried: number;
}

/** What the page shows of an upload. The service has records of its own. */
export interface Upload {
  readonly fileId: string;
  readonly uploadId: string;
  /** In bytes. */
  readonly size: number;
  readonly parts: readonly SentPart[];
  /** True if the storage host refuses the addresses of this upload. */
  expired: boolean;
  /** Bytes of one second of sound, from the header of a WAV file. */
  audioRate: number | null;
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
  /** What the service has stored, by name. */
  readonly records: {
    readonly tokens: Map<string, Token>;
    readonly uploads: Map<string, UploadRecord>;
    readonly tasks: Map<string, TaskRecord>;
  };
  /** The stored parts of open uploads, by UploadId and number. */
  readonly stored: Map<string, Map<number, PartFacts>>;
  /** The newest is the last. */
  uploads: Upload[];
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
  records: { tokens: new Map(), uploads: new Map(), tasks: new Map() },
  stored: new Map(),
  uploads: [],
  savedBytes: 0,
  answers: 0,
  secrets: 0,
  expiries: 0,
  exchanges: [],
});

const isCompleted = ({ records }: Visit, { fileId }: Upload): boolean =>
  records.uploads.get(fileId)?.completed !== undefined;

const storedBytes = ({ stored }: Visit, { uploadId }: Upload): number =>
  [...(stored.get(uploadId)?.values() ?? [])].reduce((sum, { size }) => sum + size, 0);

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
  if (upload === undefined || isCompleted(visit, upload) || upload.expired) return;
  visit.savedBytes = Math.max(visit.savedBytes, storedBytes(visit, upload));
};

const UPLOADS_KEPT = 4;

/**
 * Adds an upload with no stored parts. If it replaces one whose addresses have expired, the parts keep their counts, so
 * that the page shows which of them were sent twice.
 */
export const addUpload = (
  visit: Visit,
  upload: Pick<Upload, 'fileId' | 'uploadId' | 'size'>,
): void => {
  const before = currentUpload(visit);
  const replaces = before?.expired === true && before.size === upload.size;
  const added: Upload = {
    ...upload,
    parts: partSizes(upload.size).map((size, index) => ({
      size,
      sends: replaces ? (before.parts[index]?.sends ?? 0) : 0,
      carried: replaces ? (before.parts[index]?.carried ?? 0) : 0,
    })),
    expired: false,
    audioRate: null,
  };
  visit.savedBytes = 0;
  if (!replaces) visit.expiries = 0;
  visit.uploads = [...visit.uploads, added].slice(-UPLOADS_KEPT);
};

/** From now on, the storage host refuses all addresses issued so far. */
export const expireAddresses = (visit: Visit): void => {
  const upload = currentUpload(visit);
  if (upload === undefined || isCompleted(visit, upload) || upload.expired) return;
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
export type Measured = Pick<Visit, 'savedBytes' | 'answers' | 'secrets'>;

export interface SimulationState
  extends Measured, Pick<Visit, 'offline' | 'trainSince' | 'bytesPerSecond' | 'expiries'> {
  /** Empty until there is an upload plan. */
  readonly parts: readonly PartView[];
  readonly isCompleted: boolean;
  /** Bytes that were sent more than once. */
  readonly bytesSentAgain: number;
}

/** `underWay`: the bytes carried of each part that is being sent, by part number. */
export const stateOf = (visit: Visit, underWay: ReadonlyMap<number, number>): SimulationState => {
  const { offline, trainSince, bytesPerSecond, savedBytes, answers, secrets, expiries } = visit;
  const upload = currentUpload(visit);
  const parts = upload?.parts ?? [];
  const isDone = upload !== undefined && isCompleted(visit, upload);
  const stored = visit.stored.get(upload?.uploadId ?? '');
  const partState = (number: number): PartState =>
    isDone || stored?.has(number) ? 'stored' : underWay.has(number) ? 'sending' : 'waiting';
  return {
    offline,
    trainSince,
    bytesPerSecond,
    ...{ savedBytes, answers, secrets, expiries },
    parts: parts.map((part, index) => ({
      number: index + 1,
      size: part.size,
      state: partState(index + 1),
      again: part.sends > 1,
      carried: underWay.get(index + 1) ?? 0,
    })),
    isCompleted: isDone,
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
  speakers: boolean,
  upload: Upload,
  visit: Visit,
): Readonly<Record<string, unknown>> => {
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
