/** The recordings of a history: who chose them, what became of them, and a recogniser that names them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Recognizer } from '../../demo/sandbox/index.js';
import { recordingBytes } from '../support/recording.js';
import type { Person } from './plan.js';

/** In bytes. With parts of 64 KiB, an upload has five. */
const BYTES = 300_000;
const LINES = 6;

export interface Recording {
  /** Occurs in the file's name and in each line of the transcript, and nowhere else. */
  readonly mark: string;
  /** Null if somebody else had signed in since the page was loaded: then it may belong to either. */
  readonly owner: Person | null;
  readonly file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
  /** The ids of the elements that it was given to. */
  readonly places: Set<string>;
  /** How often a person may have asked for a transcript of it. */
  decisions: number;
  /** How many tasks the service has worked on. */
  paid: number;
  /** True if its owner has seen its transcript, or was offered to continue. */
  reached: boolean;
  /** True if a person may have given it up. */
  dismissed: boolean;
  /** Who completed its uploads. */
  readonly senders: Set<Person>;
}

const hashOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

const linesOf = (mark: string): readonly string[] =>
  Array.from({ length: LINES }, (_, line) => `This is line ${line} of ${mark}, as it was spoken.`);

/** The text of an uncorrected transcript. */
export const textOf = (mark: string): string => linesOf(mark).join(' ');

/** The marks in a text, such as `anna-1`. */
export const marksIn = (text: string): ReadonlySet<string> =>
  new Set(text.match(/\b(?:anna|bruno|either)-\d+\b/g));

export const createRecordings = () => {
  let byHash = new Map<string, Recording>();
  /** Those of the history before, whose last tasks may still run. */
  let earlier = byHash;
  /** Each recording has other bytes, also when a history is played again. */
  let created = 0;

  const ofFile = (path: string): Recording | undefined => {
    const hash = hashOf(readFileSync(path));
    return byHash.get(hash) ?? earlier.get(hash);
  };
  const all = (): readonly Recording[] => [...byHash.values()];
  const named = (text: string): readonly Recording[] => {
    const marks = marksIn(text);
    return all().filter(({ mark }) => marks.has(mark));
  };

  const recognizer: Recognizer = {
    name: 'explore',
    recognize: ({ path }, _request, { onDecoded }) => {
      const recording = ofFile(path);
      onDecoded();
      if (recording !== undefined) recording.paid += 1;
      // The pages have buttons for examples, which keys can reach.
      const { mark } = recording ?? { mark: 'either-0' };
      return Promise.resolve({
        language: 'en',
        durationSeconds: BYTES / 32_000,
        segments: linesOf(mark).map((text, line) => ({
          startMs: line * 1_500,
          endMs: line * 1_500 + 1_400,
          text,
          speaker: `SPEAKER_${line % 2}`,
        })),
      });
    },
  };

  return {
    recognizer,
    all,
    ofFile,
    /** Those whose mark is in the text. */
    named,
    create: (owner: Person | null): Recording => {
      created += 1;
      const mark = `${owner ?? 'either'}-${byHash.size + 1}`;
      const bytes = recordingBytes(BYTES, created);
      const recording: Recording = {
        ...{ mark, owner, places: new Set<string>(), senders: new Set<Person>() },
        file: { name: `${mark}.wav`, mimeType: 'audio/wav', buffer: Buffer.from(bytes) },
        ...{ decisions: 0, paid: 0, reached: false, dismissed: false },
      };
      byHash.set(hashOf(bytes), recording);
      return recording;
    },
    /** The owner of a page has seen this text. */
    reach: (text: string, person: Person): void => {
      for (const recording of named(text))
        if (recording.owner === null || recording.owner === person) recording.reached = true;
    },
    /** A person may have given up what is shown. */
    dismiss: (text: string): void => {
      for (const recording of named(text)) recording.dismissed = true;
    },
    /** A person may have asked again for what is shown. */
    decide: (text: string): void => {
      for (const recording of named(text)) recording.decisions += 1;
    },
    /** Another history begins. */
    clear: (): void => {
      earlier = byHash;
      byHash = new Map();
    },
  };
};

export type Recordings = ReturnType<typeof createRecordings>;
