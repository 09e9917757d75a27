import { spokenTime } from './words.js';

/** What the lanes of the speakers say. */
export interface TimelineStrings {
  readonly talkTime: string;
  /** A fraction of 1. */
  readonly talkShare: (fraction: number) => string;
  /** Milliseconds. */
  readonly talkLength: (ms: number) => string;
  /** Names the only lane, where nobody tells the speakers apart. */
  readonly speech: string;
}

export const englishTimelineStrings: TimelineStrings = {
  talkTime: 'Share of the talking',
  talkShare: (fraction) => fraction.toLocaleString('en', { style: 'percent' }),
  talkLength: spokenTime,
  speech: 'Speech',
};
