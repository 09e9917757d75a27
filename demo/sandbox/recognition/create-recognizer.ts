/** The base of all recognisers: decodes, then finds words and speakers in parallel. */
import path from 'node:path';
import type { Recognition, Recognizer } from './recognizer.js';
import { attribute, speakerLabel } from './speakers/attribute.js';
import type { Speakers } from './speakers/tell-apart.js';
import { silentIntervals } from './speech-intervals.js';
import type { WordFinder } from './word-finder.js';
import { jobsHere, type Jobs } from './work/jobs.js';

export interface RecognizerParts {
  readonly words: WordFinder;
  /** The Silero network; null to detect speech by loudness. */
  readonly voiceModel: string | null;
  /** The folder of the x-vector network; null to name no speakers. */
  readonly speakerFolder: string | null;
  /** Where CPU-intensive work runs. Default: on this thread without limits, for tests. */
  readonly jobs?: Jobs;
}

const NO_SPEAKERS: Speakers = { turns: [], voices: [] };

/** Resolves with both results. If one fails, aborts the other and rejects once both have ended. */
const bothOrNone = async <A, B>(
  signal: AbortSignal,
  first: (signal: AbortSignal) => Promise<A>,
  second: (signal: AbortSignal) => Promise<B>,
): Promise<readonly [A, B]> => {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const stopping = (error: unknown): never => {
    stop.abort(error);
    throw error;
  };
  const [a, b] = await Promise.allSettled([
    first(either).catch(stopping),
    second(either).catch(stopping),
  ]);
  signal.throwIfAborted();
  // The reason is the first failure of the two.
  stop.signal.throwIfAborted();
  if (a.status === 'rejected') throw a.reason;
  if (b.status === 'rejected') throw b.reason;
  return [a.value, b.value];
};

export const createRecognizer = ({
  words,
  voiceModel,
  speakerFolder,
  jobs = jobsHere,
}: RecognizerParts): Recognizer => ({
  name: words.name,
  recognize: async (audio, request, { signal, onDecoded, folder }): Promise<Recognition> => {
    const rawFile = path.join(folder, 'audio.raw');
    const tellsApart = request.diarization && speakerFolder !== null;
    const { durationSeconds, speech } = await jobs.listen(
      { audio, rawFile: words.ignoresSamples && !tellsApart ? null : rawFile, voiceModel },
      signal,
    );
    signal.throwIfAborted();
    onDecoded();
    const silence = request.decodeSilence
      ? silentIntervals(speech, Math.floor(durationSeconds * 1000))
      : [];
    const recording = { audio, rawFile, folder, durationSeconds, speech, silence };
    const [{ language, utterances }, { turns, voices }] = await bothOrNone(
      signal,
      (either) => words.findWords(recording, request, either),
      (either) =>
        tellsApart && speech.length > 0
          ? jobs.tellApart({ rawFile, speech, speakerFolder }, either)
          : Promise.resolve(NO_SPEAKERS),
    );
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
