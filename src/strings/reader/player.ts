import { formatClock } from '../../transcript/index.js';
import { counted, spokenTime } from './words.js';

/** What the player says. Times are in milliseconds. */
export interface PlayerStrings {
  readonly player: string;
  readonly play: string;
  readonly pause: string;
  readonly back: (seconds: number) => string;
  readonly forward: (seconds: number) => string;
  readonly position: string;
  readonly positionValue: (position: number, length: number) => string;
  readonly speed: string;
  readonly speedValue: (rate: number) => string;
  readonly volume: string;
  /** A fraction of 1. */
  readonly volumeValue: (fraction: number) => string;
  readonly mute: string;
  readonly unmute: string;
  readonly muted: string;
  readonly unmuted: string;
  readonly skipSilence: string;
  readonly skipSilenceOn: string;
  readonly skipSilenceOff: string;
  readonly repeatSegment: string;
  readonly repeatSegmentHint: string;
  readonly repeating: (start: number, end: number) => string;
  readonly stopRepeating: string;
  readonly stop: string;
  readonly playingOnly: (start: number, end: number) => string;
  readonly playOn: string;
  readonly moreControls: string;
  readonly noAudio: string;
  readonly audioFailed: string;
  readonly tryAgain: string;
  readonly chooseAudio: string;
  readonly chooseAudioHint: string;
  /** How much longer the audio is than the transcript says; negative where it is shorter. */
  readonly audioMismatch: (difference: number) => string;
}

export const englishPlayerStrings: PlayerStrings = {
  player: 'Audio player',
  play: 'Play',
  pause: 'Pause',
  back: (seconds) => `Back ${counted(seconds, 'second')}`,
  forward: (seconds) => `Forward ${counted(seconds, 'second')}`,
  position: 'Position',
  positionValue: (position, length) => `${spokenTime(position)} of ${spokenTime(length)}`,
  speed: 'Playback speed',
  speedValue: (rate) => `${rate}×`,
  volume: 'Volume',
  volumeValue: (fraction) => fraction.toLocaleString('en', { style: 'percent' }),
  mute: 'Mute',
  unmute: 'Unmute',
  muted: 'Muted',
  unmuted: 'Sound is on',
  skipSilence: 'Skip silence',
  skipSilenceOn: 'Silence is skipped',
  skipSilenceOff: 'Silence is played',
  repeatSegment: 'Repeat',
  repeatSegmentHint: 'Repeat this segment',
  repeating: (start, end) => `Repeating ${formatClock(start)}–${formatClock(end)}`,
  stopRepeating: 'Stop repeating',
  stop: 'Stop',
  playingOnly: (start, end) => `Playing only ${formatClock(start)}–${formatClock(end)}`,
  playOn: 'Play on',
  moreControls: 'More controls',
  noAudio: 'There is no audio to play beside this transcript.',
  audioFailed: 'The audio cannot be played; the transcript below is complete.',
  tryAgain: 'Try again',
  chooseAudio: 'Choose the audio file',
  chooseAudioHint: 'It is only played on this device: nothing is uploaded.',
  audioMismatch: (difference) =>
    `This audio is ${formatClock(Math.abs(difference))} ${difference > 0 ? 'longer' : 'shorter'} ` +
    'than the transcript: it may be another recording, or times may drift.',
};
