/** Every word the reader says, in English; a locale is another object of this type. */
import { formatClock, timeParts, type ExportFormat } from '../../transcript/index.js';

export interface ReaderStrings {
  /** Names the reader as a region; takes the title of the recording. */
  readonly reader: (title: string) => string;
  readonly player: string;
  readonly transcript: string;
  readonly skipTranscript: string;
  readonly endOfTranscript: string;
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
  readonly download: string;
  readonly downloadFormat: Readonly<Record<ExportFormat, string>>;
  readonly downloadFailed: string;
  readonly unknownSpeaker: string;
  readonly talkTime: string;
  /** A fraction of 1. */
  readonly talkShare: (fraction: number) => string;
  /** Milliseconds from the start of the audio. */
  readonly playFrom: (position: number) => string;
  readonly follow: string;
  readonly noSpeech: string;
  /** Null where it is not known; the duration in milliseconds. */
  readonly summary: (facts: {
    readonly speakers: number;
    readonly duration: number | null;
    readonly language: string | null;
  }) => readonly string[];
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const spokenTime = (ms: number): string => {
  const { hours, minutes, seconds } = timeParts(ms);
  return [
    ...(hours > 0 ? [counted(hours, 'hour')] : []),
    ...(minutes > 0 ? [counted(minutes, 'minute')] : []),
    ...(seconds > 0 || (hours === 0 && minutes === 0) ? [counted(seconds, 'second')] : []),
  ].join(' ');
};

/** Tags that name no language: undetermined, several, none (ISO 639-2). */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis']);

const languageName = (tag: string): string => {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

export const englishReaderStrings: ReaderStrings = {
  reader: (title) => (title === '' ? 'Recording and transcript' : `Transcript of ${title}`),
  player: 'Audio player',
  transcript: 'Transcript',
  skipTranscript: 'Skip the transcript',
  endOfTranscript: 'End of the transcript',
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
  download: 'Download',
  downloadFormat: {
    txt: 'Plain text',
    srt: 'Subtitles, SubRip',
    vtt: 'Subtitles, WebVTT',
    json: 'Data, JSON',
    csv: 'Spreadsheet, CSV',
    docx: 'Word document',
  },
  downloadFailed: 'The file could not be made. Check your connection and try again.',
  unknownSpeaker: 'Unknown speaker',
  talkTime: 'Share of the talking',
  talkShare: (fraction) => fraction.toLocaleString('en', { style: 'percent' }),
  playFrom: (position) => `Play from ${formatClock(position)}`,
  follow: 'Follow the audio',
  noSpeech: 'No speech was found in this recording.',
  summary: ({ speakers, duration, language }) => [
    ...(speakers > 0 ? [counted(speakers, 'speaker')] : []),
    ...(duration === null ? [] : [formatClock(duration)]),
    ...(language === null || NO_LANGUAGE.has(language) ? [] : [languageName(language)]),
  ],
};
