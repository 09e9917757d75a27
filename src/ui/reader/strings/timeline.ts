/** What the lanes of the speakers say. */
export interface TimelineStrings {
  readonly talkTime: string;
  /** A fraction of 1. */
  readonly talkShare: (fraction: number) => string;
}

export const englishTimelineStrings: TimelineStrings = {
  talkTime: 'Share of the talking',
  talkShare: (fraction) => fraction.toLocaleString('en', { style: 'percent' }),
};
