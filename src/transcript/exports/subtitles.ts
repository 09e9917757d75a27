/** SubRip and WebVTT: the cues of each segment, in the order of their start, overlaps kept. */
import { toCues, type Cue } from '../cues/cues.js';
import { languageTag } from '../language-tag.js';
import { oneLine } from '../plain-text.js';
import { formatSrtTime, formatVttTime } from '../time.js';
import type { Segment, Transcript } from '../transcript.js';

/** SubRip knows no escape, and its readers look for the arrow anywhere: it becomes a real one. */
const withoutArrow = (text: string): string => text.replace(/-{2,}>/g, '→');

const nameOf = ({ speaker }: Pick<Segment, 'speaker'>): string =>
  speaker === undefined ? '' : `${oneLine(speaker)}: `;

/**
 * SubRip has no place for a speaker: the name leads the text where a segment begins, and again where
 * another's cue came in between. On every cue it would take the room of the words.
 */
export const toSrt = (transcript: Transcript): string => {
  const cues = toCues(transcript, { lead: nameOf });
  return cues
    .map((cue, index) => {
      const named = cue.part === 0 || cues[index - 1]?.segment !== cue.segment;
      const text = withoutArrow((named ? nameOf(cue) : '') + cue.lines.join('\n'));
      const times = `${formatSrtTime(cue.start_ms)} --> ${formatSrtTime(cue.end_ms)}`;
      return `${index + 1}\n${times}\n${text}\n`;
    })
    .join('\n');
};

const escapeCue = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Firefox and WebKit show the escapes of a voice's name as they are: look-alikes need none. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { '&': '＆', '<': '‹', '>': '›' };

const voiceName = (name: string): string =>
  oneLine(name).replace(/[&<>]/g, (mark) => LOOK_ALIKES[mark] ?? '');

/** The number of the segment, and of the part where it has several. */
const cueName = ({ segment, part, parts }: Cue): string =>
  parts === 1 ? String(segment + 1) : `${segment + 1}-${part + 1}`;

/** WebVTT, each cue in a voice span of its speaker; in a language span where it is not the transcript's. */
export const toVtt = (transcript: Transcript): string => {
  const common = languageTag(transcript.language)?.toLowerCase();
  const cues = toCues(transcript).map((cue) => {
    const times = `${formatVttTime(cue.start_ms)} --> ${formatVttTime(cue.end_ms)}`;
    const text = escapeCue(cue.lines.join('\n'));
    const tag = languageTag(cue.language);
    const said =
      tag === undefined || tag.toLowerCase() === common ? text : `<lang ${tag}>${text}</lang>`;
    const voice = cue.speaker === undefined ? said : `<v ${voiceName(cue.speaker)}>${said}</v>`;
    return `\n${cueName(cue)}\n${times}\n${voice}\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
};
