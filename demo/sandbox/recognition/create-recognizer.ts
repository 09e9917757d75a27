/** The base of all recognisers: decodes, then finds words and speakers in parallel. */
import path from 'node:path';
import { stat } from 'node:fs/promises';
import type { Recognition, Recognizer, WordFinder, WordsFound } from './recognizer.js';
import { attribute, speakerLabel } from './speakers/attribute.js';
import type { Speakers } from './speakers/group-voices.js';
import { silentIntervals, inSections } from './speech-intervals.js';
import { allOrNone } from './work/all-or-none.js';
import { jobsHere, type Jobs } from './work/jobs.js';
import type { VoiceprintsRequest } from './speakers/voiceprints.js';

export interface RecognizerParts {
  readonly words: WordFinder;
  /** The Silero network; null to detect speech by loudness. */
  readonly voiceModel: string | null;
  /** The folder of the x-vector network; null to name no speakers. */
  readonly speakerFolder: string | null;
  /** Where CPU-intensive work runs. Default: on this thread without limits, for tests. */
  readonly jobs?: Jobs;
  /** In ms. Default: the system clock. */
  readonly now?: () => number;
}

const NO_SPEAKERS: Speakers = { turns: [], voices: [] };

/** Until a recording is decoded, its duration is guessed from its size: 64 kbit/s. */
const BYTES_PER_MS = 8;

export const createRecognizer = ({
  words,
  voiceModel,
  speakerFolder,
  jobs = jobsHere,
  now = Date.now,
}: RecognizerParts): Recognizer => ({
  name: words.name,
  recognize: async (audio, request, { signal, onDecoded, folder }): Promise<Recognition> => {
    const rawFile = path.join(folder, 'audio.raw');
    const tellsApart = request.diarization && speakerFolder !== null;
    // Short recordings come first. A long one is delayed by at most its own duration.
    const arrivedAt = now();
    const { size } = await stat(audio.path);
    const { durationSeconds, speech } = await jobs.listen(
      {
        ...{ audio, voiceModel, rank: arrivedAt + size / BYTES_PER_MS },
        rawFile: words.ignoresSamples && !tellsApart ? null : rawFile,
      },
      signal,
    );
    signal.throwIfAborted();
    onDecoded();
    const rank = arrivedAt + durationSeconds * 1000;
    const silence = request.decodeSilence
      ? silentIntervals(speech, Math.floor(durationSeconds * 1000))
      : [];
    const recording = { audio, rawFile, rank, durationSeconds, speech, silence };
    const parts: { words?: WordsFound; speakers?: Speakers } = {};
    await allOrNone(signal, [
      async (either) => void (parts.words = await words.findWords(recording, request, either)),
      async (either) => {
        if (tellsApart && speech.length > 0)
          parts.speakers = await diarize(jobs, { rawFile, speech, speakerFolder, rank }, either);
      },
    ]);
    const { language, utterances } = parts.words ?? { language: 'und', utterances: [] };
    const { turns, voices } = parts.speakers ?? NO_SPEAKERS;
    const embeddings =
      request.returnEmbedding && voices.length > 0
        ? Object.fromEntries(voices.map((voice, index) => [speakerLabel(index), [...voice]]))
        : undefined;
    return {
      language,
      durationSeconds,
      segments: attribute(utterances, turns),
      ...(embeddings === undefined ? {} : { embeddings }),
    };
  },
  ...(jobs.close === undefined ? {} : { close: jobs.close }),
});

// The recogniser of a machine without speech recognition: finds speech, but no words.

export const SPEECH_TEXT =
  'Speech was found here, but no recogniser is installed, so its words are not known.';
export const SILENCE_TEXT = 'No speech was found here.';

/** Uses only two params: `language` is passed on, and `decodeSilence` adds the silent intervals. */
const noWords: WordFinder = {
  name: 'none',
  ignoresSamples: true,
  findWords: ({ speech, silence }, { language }) =>
    Promise.resolve({
      language: language === 'auto' ? 'und' : language,
      utterances: [
        ...speech.map((interval) => ({ ...interval, text: SPEECH_TEXT })),
        ...silence.map((interval) => ({ ...interval, text: SILENCE_TEXT })),
      ].sort((a, b) => a.startMs - b.startMs),
    }),
};

/**
 * Returns the real duration and the real speech intervals, without words. Without the models, which is the default,
 * it detects speech by loudness and names no speakers.
 */
export const noRecognizer = (parts: Partial<Omit<RecognizerParts, 'words'>> = {}): Recognizer =>
  createRecognizer({ voiceModel: null, speakerFolder: null, ...parts, words: noWords });

// Finds out who speaks when, section by section.

const diarize = async (
  jobs: Jobs,
  request: VoiceprintsRequest,
  signal: AbortSignal,
): Promise<Speakers> => {
  const { speech, rank } = request;
  const sections = inSections(speech).map(
    (section) => (either: AbortSignal) => jobs.voiceprints({ ...request, speech: section }, either),
  );
  const vectors = (await allOrNone(signal, sections)).flat();
  return jobs.group({ speech, vectors, rank }, signal);
};
