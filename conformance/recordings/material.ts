/** Everything that a run may upload or submit. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Settings } from '../arguments.js';
import { fileRecording, type FileType, type Known, type Recording } from './recording.js';
import { readSpeech, type Speech } from './speech.js';

export interface Material {
  readonly speech: Speech;
  /** The recording of `--audio`; null for the generated ones. */
  readonly own: Recording | null;
  /** What `--words` and `--seconds` say. */
  readonly known: Known;
  /** An mp3 and an m4a, with `--thorough`. */
  readonly others: readonly Recording[];
}

const TYPES = ['mp3', 'm4a', 'wav'] as const;
/** In seconds; see demo/samples/README.md. */
const SAMPLES = [
  { name: 'conversation', filetype: 'mp3', seconds: 45 },
  { name: 'interview', filetype: 'm4a', seconds: 23 },
] as const;

const read = (path: string | URL, option: string): Promise<Buffer> =>
  readFile(path).catch(() => {
    throw new Error(
      `${option} cannot be read: there is no file ${String(path)}, or it is not yours to read.`,
    );
  });

const readOwn = async (path: string, known: Known): Promise<Recording> => {
  const filetype: FileType | undefined = TYPES.find(
    (type) => extname(path).toLowerCase() === `.${type}`,
  );
  if (filetype === undefined) throw new Error('--audio must be an mp3, m4a or wav file.');
  const bytes = await read(path, '--audio');
  if (bytes.length === 0) throw new Error('--audio is empty: give a recording with speech.');
  return fileRecording(bytes, filetype, known);
};

const readSamples = async (): Promise<readonly Recording[]> => {
  const folder = new URL('../../demo/samples/', import.meta.url);
  const scripts = JSON.parse(await readFile(new URL('scripts.json', folder), 'utf8')) as Record<
    string,
    { readonly file: string; readonly lines: { readonly text: string }[] }
  >;
  return Promise.all(
    SAMPLES.map(async ({ name, filetype, seconds }) => {
      const script = scripts[name];
      const words = script?.lines.map(({ text }) => text).join(' ') ?? null;
      const bytes = await readFile(new URL(script?.file ?? '', folder));
      return fileRecording(bytes, filetype, { words, seconds });
    }),
  );
};

/** Rejects with a message that says which file to pass. */
export const readMaterial = async (settings: Settings): Promise<Material> => {
  const { words, seconds, audio, thorough } = settings;
  const known = {
    words: words === null ? null : (await read(words, '--words')).toString('utf8'),
    seconds,
  };
  return {
    speech: await readSpeech(),
    own: audio === null ? null : await readOwn(audio, known),
    known,
    others: thorough ? await readSamples() : [],
  };
};
