/** SubRip and WebVTT: a cue per segment, in the order of their start, overlaps kept. */
import { filledLines, oneLine } from '../plain-text.js';
import { formatSrtTime, formatVttTime } from '../time.js';
import type { Segment, Transcript } from '../transcript.js';

/** A cue has to end after it starts. */
const cueEnd = ({ start_ms, end_ms }: Segment): number => Math.max(end_ms, start_ms + 1);

/** SubRip knows no escape, and its readers look for the arrow anywhere: it becomes a real one. */
const withoutArrow = (text: string): string => text.replace(/-{2,}>/g, '→');

/** SubRip has no place for a speaker: the name leads the text. */
export const toSrt = ({ segments }: Transcript): string =>
  segments
    .map((segment, index) => {
      const times = `${formatSrtTime(segment.start_ms)} --> ${formatSrtTime(cueEnd(segment))}`;
      const name = segment.speaker === undefined ? '' : `${oneLine(segment.speaker)}: `;
      const text = withoutArrow(name + filledLines(segment.text).join('\n'));
      return `${index + 1}\n${times}\n${text}\n`;
    })
    .join('\n');

const escapeCue = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Firefox and WebKit show the escapes of a voice's name as they are: look-alikes need none. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { '&': '＆', '<': '‹', '>': '›' };

const voiceName = (name: string): string =>
  oneLine(name).replace(/[&<>]/g, (mark) => LOOK_ALIKES[mark] ?? '');

/** WebVTT, each cue in a voice span of its speaker. */
export const toVtt = ({ segments }: Transcript): string => {
  const cues = segments.map((segment, index) => {
    const times = `${formatVttTime(segment.start_ms)} --> ${formatVttTime(cueEnd(segment))}`;
    const text = escapeCue(filledLines(segment.text).join('\n'));
    const voice =
      segment.speaker === undefined ? text : `<v ${voiceName(segment.speaker)}>${text}</v>`;
    return `\n${index + 1}\n${times}\n${voice}\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
};
