/** Finds speech by its sound, with the Silero network in sherpa-onnx. */
import type { Vad } from 'sherpa-onnx-node';
import { RAW_SAMPLE_RATE } from './raw-audio.js';
import type { Interval } from './speech-intervals.js';

export interface VoiceActivity {
  /** Samples of −1 to 1 at 16 kHz, in order. */
  readonly push: (samples: Float32Array) => void;
  /** All speech intervals that were found: ascending, without overlap. */
  readonly end: () => readonly Interval[];
}

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
export const openVoiceActivity = async (model: string): Promise<VoiceActivity | null> => {
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
    push: (samples) => {
      received += samples.length;
      const input = new Float32Array(kept.length + samples.length);
      input.set(kept);
      input.set(samples, kept.length);
      const whole = input.length - (input.length % WINDOW);
      for (let at = 0; at < whole; at += WINDOW) {
        detector.acceptWaveform(input.slice(at, at + WINDOW));
        collect();
      }
      kept = input.slice(whole);
    },
    end: () => {
      const last = new Float32Array(WINDOW);
      last.set(kept);
      detector.acceptWaveform(last);
      detector.flush();
      collect();
      return withMargins(found, toMs(received));
    },
  };
};
