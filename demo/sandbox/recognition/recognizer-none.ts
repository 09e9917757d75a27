/** For a machine without a recogniser: tells truly where speech is, and that nobody knows its words. */
import { decodeAudio } from './decode-audio.js';
import { createFrameMeter } from './frame-levels.js';
import type { RecognizedSegment, Recognizer } from './recognizer.js';
import { silentIntervals, speechIntervals } from './speech-intervals.js';

export const SPEECH_TEXT =
  'Speech was found here, but no recogniser is installed, so its words are not known.';
export const SILENCE_TEXT = 'No speech was found here.';

/**
 * Real duration and real speech intervals, no words. Of the params, `language` is passed on and
 * `decodeSilence` adds the silent intervals; no speaker is ever named, as nothing here tells voices
 * apart, and so there is no embedding.
 */
export const noRecognizer = (): Recognizer => ({
  name: 'none',
  recognize: async (audio, request, { signal, onDecoded }) => {
    const meter = createFrameMeter();
    for await (const { samples, sampleRate } of decodeAudio(audio, signal))
      meter.add(samples, sampleRate);
    onDecoded();
    const durationSeconds = meter.seconds();
    const speech = speechIntervals(meter.levels);
    const silence = request.decodeSilence
      ? silentIntervals(speech, Math.floor(durationSeconds * 1000))
      : [];
    const segments: readonly RecognizedSegment[] = [
      ...speech.map((interval) => ({ ...interval, text: SPEECH_TEXT })),
      ...silence.map((interval) => ({ ...interval, text: SILENCE_TEXT })),
    ].sort((a, b) => a.startMs - b.startMs);
    return {
      language: request.language === 'auto' ? 'und' : request.language,
      durationSeconds,
      segments,
    };
  },
});
