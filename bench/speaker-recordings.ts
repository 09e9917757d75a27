/**
 * Recordings with known speakers, for the measurement of speaker labels: conversations of one to four voices, put together
 * from human and synthetic speech. The same seed makes the same recordings. Nothing of them is committed.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readCards, readNovel } from '../test/support/human-speech.js';
import { readScripts } from '../test/support/scripts.js';
import { seededRandom } from '../test/support/seeded-random.js';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../.cache/speaker-bench/', import.meta.url));
const RATE = 16_000;

/** Folders of Debian's packages asterisk-core-sounds-…-wav (CC BY-SA): a human voice each, 8 kHz. */
const PROMPTS = {
  allison: ['en', 'en_US_f_Allison'],
  june: ['fr', 'fr_CA_f_June'],
  carlo: ['it', 'it_IT_m_Carlo'],
  ivr: ['ru', 'ru_RU_f_IvrvoiceRU'],
  alma: ['es', 'es_MX_f_Allison'],
} as const;

/** Synthetic voices of flite. */
type Synthetic = 'slt' | 'rms' | 'awb';

type Voice = keyof typeof PROMPTS | Synthetic | 'novel' | 'cards';

/** One person recorded the English and the Spanish prompts. */
const personOf = (voice: Voice): string => (voice === 'alma' ? 'allison' : voice);

export type Clips = ReadonlyMap<Voice, readonly Int16Array[]>;

export type Format = 'clean' | '8 kHz' | 'mp3';

export interface SpokenTime {
  readonly startMs: number;
  readonly endMs: number;
  readonly person: string;
}

export interface SpeakerRecording {
  readonly name: string;
  readonly file: string;
  readonly fileType: 'mp3' | 'wav';
  readonly people: readonly string[];
  readonly spoken: readonly SpokenTime[];
}

const toSamples = async (file: string): Promise<Int16Array> => {
  const { stdout } = await run(
    'ffmpeg',
    ['-loglevel', 'error', '-i', file, '-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'],
    { encoding: 'buffer', maxBuffer: 1 << 28 },
  );
  return new Int16Array(new Uint8Array(stdout).buffer);
};

/** Downloads a Debian package and extracts it, without installing it. */
const fetchPrompts = async (language: string): Promise<void> => {
  if (existsSync(path.join(CACHE, language))) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'prompts-'));
  try {
    await run('apt-get', ['download', `asterisk-core-sounds-${language}-wav`], { cwd: folder });
    const [file = ''] = await readdir(folder);
    await run('dpkg-deb', ['-x', path.join(folder, file), path.join(CACHE, language)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** In samples: shorter prompts are single words. */
const SHORTEST_PROMPT = 2.2 * RATE;
const LONGEST_PROMPT = 9 * RATE;
const MOST_CLIPS = 70;

const promptsOf = async (voice: keyof typeof PROMPTS): Promise<readonly Int16Array[]> => {
  const [language, folder] = PROMPTS[voice];
  await fetchPrompts(language);
  const home = path.join(CACHE, language, 'usr/share/asterisk/sounds', folder);
  const clips: Int16Array[] = [];
  for (const name of (await readdir(home)).filter((file) => file.endsWith('.wav')).sort()) {
    // The prompts are 16-bit, 8 kHz, mono.
    const seconds = (await readFile(path.join(home, name))).length / 16_000;
    if (seconds * RATE < SHORTEST_PROMPT || seconds * RATE > LONGEST_PROMPT) continue;
    clips.push(await toSamples(path.join(home, name)));
    if (clips.length === MOST_CLIPS) break;
  }
  return clips;
};

const syntheticOf = async (voice: string): Promise<readonly Int16Array[]> => {
  const sentences = (await readScripts()).flatMap(({ lines }) => lines.map(({ text }) => text));
  const file = path.join(CACHE, `${voice}.wav`);
  const clips: Int16Array[] = [];
  for (const sentence of sentences) {
    await run('flite', ['-voice', voice, '-t', sentence, '-o', file]);
    clips.push(await toSamples(file));
  }
  return clips;
};

const clipsOf = async (voice: Voice, humanFolder: string): Promise<readonly Int16Array[]> => {
  if (voice in PROMPTS) return promptsOf(voice as keyof typeof PROMPTS);
  if (voice !== 'novel' && voice !== 'cards') return syntheticOf(voice);
  const clips = await (voice === 'novel' ? readNovel : readCards)(humanFolder);
  return Promise.all(clips.map(({ file }) => toSamples(file)));
};

interface Recipe {
  readonly voices: readonly Voice[];
  readonly seconds: number;
  readonly format: Format;
}

const FORMATS: readonly Format[] = ['clean', '8 kHz', 'mp3'];

/** Combinations of voices, and the durations in seconds for each. */
const COMBINATIONS: readonly (readonly [voices: readonly Voice[], seconds: readonly number[]])[] = [
  [['novel'], [7, 27]],
  [['cards'], [12]],
  [['allison'], [7, 60, 600]],
  [['june'], [7, 60]],
  [['carlo'], [7, 60]],
  [['ivr'], [7, 60]],
  [['alma'], [20]],
  [['slt'], [20]],
  [['awb'], [20]],
  [['allison', 'alma'], [40]],
  [
    ['novel', 'cards'],
    [25, 40],
  ],
  [
    ['allison', 'carlo'],
    [20, 120],
  ],
  [
    ['june', 'ivr'],
    [30, 120],
  ],
  [
    ['allison', 'june'],
    [30, 90],
  ],
  [
    ['carlo', 'ivr'],
    [30, 300],
  ],
  [['alma', 'carlo'], [60]],
  [
    ['slt', 'rms'],
    [25, 60],
  ],
  [['slt', 'awb'], [40]],
  [['june', 'alma'], [45]],
  [['rms', 'awb'], [30]],
  [
    ['allison', 'carlo', 'june'],
    [60, 180],
  ],
  [['carlo', 'ivr', 'june'], [90]],
  [['novel', 'carlo', 'slt'], [50]],
  [
    ['slt', 'rms', 'awb'],
    [60, 120],
  ],
  [
    ['allison', 'carlo', 'june', 'ivr'],
    [120, 240],
  ],
  [['novel', 'rms', 'carlo', 'ivr'], [90]],
  [['slt', 'awb', 'allison', 'carlo'], [120]],
];

/** The formats take turns. */
const RECIPES: readonly Recipe[] = COMBINATIONS.flatMap(([voices, durations]) =>
  durations.map((seconds) => ({ voices, seconds })),
).map((recipe, index) => ({ ...recipe, format: FORMATS[index % 3] ?? 'clean' }));

const ENCODING: Readonly<Record<Format, readonly string[]>> = {
  clean: ['-c:a', 'pcm_s16le'],
  '8 kHz': ['-ar', '8000', '-c:a', 'pcm_s16le'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '32k'],
};

/** Clips of the voices in turn, one to three at a time, with pauses, until it lasts long enough. */
const conversation = (
  { voices, seconds }: Recipe,
  clips: Clips,
  seed: number,
): { readonly samples: Int16Array; readonly spoken: readonly SpokenTime[] } => {
  const random = seededRandom(seed);
  const next = new Map(voices.map((voice) => [voice, random.between(0, 20)]));
  const samples = new Int16Array((seconds + 60) * RATE);
  const spoken: SpokenTime[] = [];
  let at = Math.round(0.3 * RATE);
  let speaker = 0;
  while (at < seconds * RATE) {
    const voice = voices[speaker % voices.length] as Voice;
    for (let count = random.between(1, 3); count > 0; count -= 1) {
      if (at >= seconds * RATE) break;
      const own = clips.get(voice) ?? [];
      const index = next.get(voice) ?? 0;
      next.set(voice, index + 1);
      const clip = own[index % own.length] ?? new Int16Array(0);
      samples.set(clip, at);
      const toMs = (place: number): number => Math.round((place * 1000) / RATE);
      spoken.push({
        ...{ startMs: toMs(at), endMs: toMs(at + clip.length) },
        person: personOf(voice),
      });
      at += clip.length + Math.round((random.between(250, 900) * RATE) / 1000);
    }
    // Mostly in order, so that everybody speaks.
    speaker += voices.length > 2 && random.next() < 0.3 ? 2 : 1;
  }
  return { samples: samples.slice(0, at), spoken };
};

/** Needs `apt-get`, `flite`, `ffmpeg` and the human speech of the tests. */
export const readClips = async (humanFolder: string): Promise<Clips> => {
  await mkdir(CACHE, { recursive: true });
  const clips = new Map<Voice, readonly Int16Array[]>();
  for (const voice of new Set(RECIPES.flatMap(({ voices }) => voices)))
    clips.set(voice, await clipsOf(voice, humanFolder));
  return clips;
};

/** Each seed has other clips and orders. */
export const makeSpeakerRecordings = async (
  clips: Clips,
  seed: number,
): Promise<readonly SpeakerRecording[]> => {
  const recordings: SpeakerRecording[] = [];
  for (const [index, recipe] of RECIPES.entries()) {
    const { voices, seconds, format } = recipe;
    // Otherwise, a recording would have the order of its neighbour with the next seed.
    const { samples, spoken } = conversation(recipe, clips, 1_000 * seed + index);
    const raw = path.join(CACHE, 'unfinished.raw');
    await writeFile(raw, samples);
    const fileType = format === 'mp3' ? 'mp3' : 'wav';
    const file = path.join(CACHE, `${index}.${fileType}`);
    await run('ffmpeg', [
      ...['-loglevel', 'error', '-y', '-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', raw],
      ...ENCODING[format],
      file,
    ]);
    recordings.push({
      ...{ file, fileType, spoken, people: [...new Set(spoken.map(({ person }) => person))] },
      name: `${voices.join(', ')}, ${seconds} s, ${format}`,
    });
  }
  return recordings;
};
