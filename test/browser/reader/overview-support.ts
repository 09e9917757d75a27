import { normaliseTranscript, type Transcript } from '../../../src/transcript/index.js';
import { createOverview } from '../../../src/reader/overview/overview.js';
import { talk } from './reader-support.js';
import { showTimeline } from './timeline-support.js';

/** Alternating speakers, one sentence per second. */
export const talking = (count: number, speakers: number): Transcript =>
  normaliseTranscript({
    duration: count,
    segments: Array.from({ length: count }, (_, at) => ({
      speaker: `Speaker ${at % speakers}`,
      start_ms: at * 1000,
      end_ms: at * 1000 + 300 + (at % speakers),
      text: `Sentence ${at}.`,
    })),
  });

/** An overview with the styles of the reader. */
export const showOverview = async (transcript: Transcript = talk, dir: 'ltr' | 'rtl' = 'ltr') => {
  const shown = await showTimeline(transcript, createOverview, { surface: '.surface', dir });
  /** Position of a line on the surface, in px from its left edge. */
  const lineAt = (name: string): number => {
    const box = shown.host.one(name).getBoundingClientRect();
    const start = dir === 'ltr' ? box.left : box.right;
    return start - shown.surface.getBoundingClientRect().left;
  };
  return { ...shown, overview: shown.view, lineAt };
};
