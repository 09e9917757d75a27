/** Every word the reader says, in English, a file for each of its parts; a locale is another object of this type. */
import { formatClock } from '../../transcript/index.js';
import { englishEditStrings, type EditStrings } from './edit.js';
import { englishExportStrings, type ExportStrings } from './exports.js';
import { englishListStrings, type ListStrings } from './list.js';
import { englishPlayerStrings, type PlayerStrings } from './player.js';
import { englishSearchStrings, type SearchStrings } from './search.js';
import { englishShortcutStrings, type ShortcutStrings } from './shortcuts.js';
import { englishTimelineStrings, type TimelineStrings } from './overview.js';
import { counted, languageName } from './words.js';

interface FrameStrings {
  /** Names the reader as a region; takes the title of the recording. */
  readonly reader: (title: string) => string;
  /** Null where it is not known; the duration in milliseconds. */
  readonly summary: (facts: {
    readonly speakers: number;
    readonly duration: number | null;
    readonly language: string | null;
  }) => readonly string[];
}

export type ReaderStrings = FrameStrings &
  PlayerStrings &
  ShortcutStrings &
  ListStrings &
  TimelineStrings &
  SearchStrings &
  EditStrings &
  ExportStrings;

const englishFrameStrings: FrameStrings = {
  reader: (title) => (title === '' ? 'Recording and transcript' : `Transcript of ${title}`),
  summary: ({ speakers, duration, language }) =>
    [
      speakers > 0 ? counted(speakers, 'speaker') : null,
      duration === null ? null : formatClock(duration),
      language === null ? null : languageName(language),
    ].filter((fact) => fact !== null),
};

export const englishReaderStrings: ReaderStrings = {
  ...englishFrameStrings,
  ...englishPlayerStrings,
  ...englishShortcutStrings,
  ...englishListStrings,
  ...englishTimelineStrings,
  ...englishSearchStrings,
  ...englishEditStrings,
  ...englishExportStrings,
};
