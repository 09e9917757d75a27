import { counted, spokenTime } from './words.js';

/** What the player says. */
export interface PlayerStrings {
  readonly player: string;
  readonly play: string;
  readonly pause: string;
  readonly back: (seconds: number) => string;
  readonly forward: (seconds: number) => string;
  readonly position: string;
  /** Both in milliseconds. */
  readonly positionValue: (position: number, length: number) => string;
  readonly speed: string;
  readonly speedValue: (rate: number) => string;
  readonly noAudio: string;
  readonly audioFailed: string;
  readonly tryAgain: string;
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
  noAudio: 'There is no audio to play beside this transcript.',
  audioFailed: 'The audio cannot be played; the transcript below is complete.',
  tryAgain: 'Try again',
};
