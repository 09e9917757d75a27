/** The first step of recognition: decodes a file, writes the audio for later steps, and finds speech. */
import { decodeAudio } from './decode-audio.js';
import { cutLong, createFrameMeter, speechIntervals, type Interval } from './speech-intervals.js';
import { openRaw, RAW_SAMPLE_RATE } from './raw-audio.js';
import { UndecodableAudio, type AudioFile } from './recognizer.js';
import { createResampler, type Resampler } from './resample.js';
import { openVoiceActivity, type VoiceActivity } from './voice-activity.js';

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
  let activity: VoiceActivity | null | undefined;
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
