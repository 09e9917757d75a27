/** The first step of recognition: decodes a file, writes the audio for later steps, and finds speech. */
import { decodeAudio } from './decode-audio.js';
import { cutLong, createFrameMeter, speechIntervals, type Interval } from './speech-intervals.js';
import { openRaw, RAW_SAMPLE_RATE } from './raw-audio.js';
import { UndecodableAudio, type AudioFile } from './recognizer.js';
import { concatenated, createResampler, type Resampler } from './resample.js';
import type { Vad } from 'sherpa-onnx-node';

export interface ListenRequest {
  readonly audio: AudioFile;
  /** The output file, see `raw-audio.ts`; null if no later step reads it. */
  readonly rawFile: string | null;
  /** The Silero network; null to detect speech by loudness. */
  readonly voiceModel: string | null;
  /** Jobs with a lower number run first. */
  readonly rank: number;
}

export interface Heard {
  /** Duration of the decoded audio. */
  readonly durationSeconds: number;
  /** Speech intervals: ascending, without overlap, none longer than LONGEST_MS. */
  readonly speech: readonly Interval[];
}

/** In Hz. Other rates do not occur in speech recordings, and could exhaust the memory. */
const SAMPLE_RATES = { least: 1_000, most: 768_000 };

/** Rejects with UndecodableAudio, or with the signal's reason. Only the levels grow in memory with the audio. */
export const listen = async (
  { audio, rawFile, voiceModel }: ListenRequest,
  signal: AbortSignal,
): Promise<Heard> => {
  const meter = createFrameMeter();
  // Opened with the first samples: a process is used again after a file that was refused, and the 40 MB of a detector
  // stay allocated until V8 collects garbage.
  let activity: Awaited<ReturnType<typeof openVoiceActivity>> | undefined;
  const raw = rawFile === null ? null : await openRaw(rawFile);
  const take = async (samples: Float32Array): Promise<void> => {
    activity?.push(samples);
    await raw?.write(samples);
  };
  let current = null as { readonly rate: number; readonly resampler: Resampler } | null;
  try {
    for await (const { samples, sampleRate } of decodeAudio(audio, signal)) {
      if (!(sampleRate >= SAMPLE_RATES.least && sampleRate <= SAMPLE_RATES.most))
        throw new UndecodableAudio(`Audio of ${sampleRate} samples a second is not taken.`);
      meter.add(samples, sampleRate);
      if (activity === undefined)
        activity = voiceModel === null ? null : await openVoiceActivity(voiceModel);
      // Loudness can be measured at any sample rate.
      if (activity === null && raw === null) continue;
      if (sampleRate !== current?.rate) {
        if (current !== null) await take(current.resampler.end());
        current = { rate: sampleRate, resampler: createResampler(sampleRate, RAW_SAMPLE_RATE) };
      }
      await take(current.resampler.push(samples));
    }
    if (current !== null) await take(current.resampler.end());
  } finally {
    await raw?.close();
  }
  const speech = activity?.end() ?? speechIntervals(meter.levels);
  return { durationSeconds: meter.seconds(), speech: cutLong(speech, meter.levels) };
};

// Finds speech by its sound, with the Silero network in sherpa-onnx.

/** The number of samples that the network processes per step. */
const WINDOW = 512;
/** In seconds; pauses within a sentence are mostly shorter. */
const LEAST_SILENCE = 0.3;
/** In seconds. */
const LEAST_SPEECH = 0.2;
/** Margin around speech in ms, where there is room, because words begin and end quietly. */
const MARGIN_MS = 120;
/** Maximum seconds of speech without a pause that the detector can hold. */
const CAPACITY = 600;

/** Adds a margin on both sides; two close intervals meet in the middle. */
export const withMargins = (
  found: readonly Interval[],
  wholeMs: number,
  marginMs = MARGIN_MS,
): readonly Interval[] =>
  found.map(({ startMs, endMs }, index) => {
    const before = found[index - 1]?.endMs ?? -Infinity;
    const after = found[index + 1]?.startMs ?? Infinity;
    return {
      startMs: Math.max(0, Math.ceil((before + startMs) / 2), startMs - marginMs),
      endMs: Math.min(wholeMs, Math.floor((endMs + after) / 2), endMs + marginMs),
    };
  });

/** Null if sherpa-onnx does not run on this machine. */
const openVoiceActivity = async (model: string) => {
  const sherpa = await import('sherpa-onnx-node').then(
    (module) => module.default,
    () => null,
  );
  if (sherpa === null) return null;
  const detector: Vad = new sherpa.Vad(
    {
      sileroVad: {
        model,
        threshold: 0.5,
        minSilenceDuration: LEAST_SILENCE,
        minSpeechDuration: LEAST_SPEECH,
        maxSpeechDuration: CAPACITY,
        windowSize: WINDOW,
      },
      sampleRate: RAW_SAMPLE_RATE,
      numThreads: 1,
      debug: false,
    },
    CAPACITY,
  );
  const toMs = (samples: number): number => Math.round((samples * 1000) / RAW_SAMPLE_RATE);
  const found: Interval[] = [];
  let received = 0;
  let kept = new Float32Array(0);

  const collect = (): void => {
    for (; !detector.isEmpty(); detector.pop()) {
      // Without this argument, the result shares the detector's memory, which Electron forbids.
      const { start, samples } = detector.front(false);
      found.push({ startMs: toMs(start), endMs: toMs(start + samples.length) });
    }
  };

  return {
    /** Samples of −1 to 1 at 16 kHz, in order. */
    push: (samples: Float32Array): void => {
      received += samples.length;
      const input = concatenated(kept, samples);
      const whole = input.length - (input.length % WINDOW);
      for (let at = 0; at < whole; at += WINDOW) {
        detector.acceptWaveform(input.slice(at, at + WINDOW));
        collect();
      }
      kept = input.slice(whole);
    },
    /** All speech intervals that were found: ascending, without overlap. */
    end: (): readonly Interval[] => {
      const last = new Float32Array(WINDOW);
      last.set(kept);
      detector.acceptWaveform(last);
      detector.flush();
      collect();
      return withMargins(found, toMs(received));
    },
  };
};
