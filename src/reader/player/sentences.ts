/** Sentences about playback, which are shown and announced. */
import type { ReaderStrings } from '../../strings/strings.js';
import { durationMismatch, formatClock, type Transcript } from '../../transcript/index.js';
import type { PlayedRange } from './play-range.js';
import type { PlaybackState } from './playback.js';

/** The range that is being played. */
export const rangeSentence = (
  { start_ms, end_ms, loop }: PlayedRange,
  { repeating, playingOnly }: ReaderStrings,
): string => (loop ? repeating : playingOnly)(formatClock(start_ms), formatClock(end_ms));

/** How much longer or shorter the audio is than the transcript; null if they agree. */
export const audioLengthNotice = (
  { duration }: Transcript,
  { audioLength }: PlaybackState,
  strings: ReaderStrings,
): string | null => {
  const mismatch = audioLength === null ? null : durationMismatch(duration, audioLength);
  return mismatch === null
    ? null
    : strings.audioMismatch(formatClock(Math.abs(mismatch)), mismatch > 0 ? 'longer' : 'shorter');
};
