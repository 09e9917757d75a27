/** All text of the reader, in English. Another language is another object of the type `ReaderStrings`. */
import type { ExportFormat } from '../transcript/index.js';

/** A time, split up so that each language can put it into words. */
export interface SpokenTime {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const spoken = ({ hours, minutes, seconds }: SpokenTime): string =>
  [
    ...(hours > 0 ? [counted(hours, 'hour')] : []),
    ...(minutes > 0 ? [counted(minutes, 'minute')] : []),
    ...(seconds > 0 || (hours === 0 && minutes === 0) ? [counted(seconds, 'second')] : []),
  ].join(' ');

const percent = (fraction: number): string => fraction.toLocaleString('en', { style: 'percent' });

const whole = (count: number): string => count.toLocaleString('en');

/** Tags that name no language: undetermined, several, none (ISO 639-2). */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis']);

/** Null if the tag names no language. */
const languageName = (tag: string): string | null => {
  if (NO_LANGUAGE.has(tag)) return null;
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

const downloadFormat: Readonly<Record<ExportFormat, string>> = {
  txt: 'Plain text',
  srt: 'Subtitles (SubRip)',
  vtt: 'Subtitles (WebVTT)',
  json: 'Data (JSON)',
  csv: 'Spreadsheet (CSV)',
  docx: 'Word document',
};

/** Parameters called `clock`, `start`, `end` and `by` are times as text, such as `1:05`. Fractions are of 1. */
export const englishReaderStrings = {
  untitled: 'Transcript',
  newRecording: 'New recording',
  /** Known facts about the recording; null for unknown ones. `language` is a BCP 47 tag. */
  summary: (known: {
    readonly speakers: number;
    readonly duration: string | null;
    readonly language: string | null;
  }): readonly string[] =>
    [
      known.speakers > 0 ? counted(known.speakers, 'speaker') : null,
      known.duration,
      known.language === null ? null : languageName(known.language),
    ].filter((fact) => fact !== null),

  // The player
  player: 'Audio player',
  play: 'Play',
  pause: 'Pause',
  back: (seconds: number) => `Back ${counted(seconds, 'second')}`,
  forward: (seconds: number) => `Forward ${counted(seconds, 'second')}`,
  position: 'Position',
  positionValue: (position: SpokenTime, length: SpokenTime) =>
    `${spoken(position)} of ${spoken(length)}`,
  speed: 'Playback speed',
  speedValue: (rate: number) => `${rate}×`,
  volume: 'Volume',
  volumeValue: percent,
  mute: 'Mute',
  unmute: 'Unmute',
  muted: 'Sound off',
  unmuted: 'Sound on',
  sound: 'Sound',
  skipSilence: 'Skip silence',
  skipSilenceOn: 'Skipping silence',
  skipSilenceOff: 'Playing silence',
  repeatPlaying: 'Repeat the playing line',
  repeating: (start: string, end: string) => `Repeating ${start}–${end}`,
  stopRepeating: 'Stop repeating',
  stop: 'Stop',
  playingOnly: (start: string, end: string) => `Playing only ${start}–${end}`,
  playOn: 'Keep playing',
  more: 'More',
  views: { paragraphs: 'Paragraphs', lines: 'One line per sentence' },
  showTracks: 'Speaker tracks',
  noAudio: 'No audio is available for this transcript.',
  audioFailed: 'The audio can’t be played. You can still read the whole transcript.',
  tryAgain: 'Try again',
  chooseAudio: 'Choose the audio file',
  chooseAudioHint: 'The file is played on this device only. It isn’t uploaded.',
  audioMismatch: (by: string, is: 'longer' | 'shorter') =>
    `The audio is ${by} ${is} than the transcript. It may be a different recording.`,

  // Keyboard shortcuts
  shortcuts: 'Keyboard shortcuts',
  shortcutsHint: 'Click the player or the transcript first to use these shortcuts.',
  closeShortcuts: 'Close',
  spaceKey: 'Space',
  shortcut: {
    toggle: 'Play or pause',
    back: (seconds: number) => `Back ${counted(seconds, 'second')}`,
    forward: (seconds: number) => `Forward ${counted(seconds, 'second')}`,
    previous: 'Previous line',
    next: 'Next line',
    repeat: 'Repeat this line, or stop repeating',
    slower: 'Slower',
    faster: 'Faster',
    mute: 'Mute or unmute',
    skipSilence: 'Skip or play silence',
    help: 'Show keyboard shortcuts',
  },

  // The transcript
  transcript: 'Transcript',
  skipTranscript: 'Skip the transcript',
  endOfTranscript: 'End of the transcript',
  unknownSpeaker: 'Unknown speaker',
  /** Names a speaker until a person does. Counted from 1. */
  numberedSpeaker: (number: number) => `Speaker ${number}`,
  renameSpeaker: (name: string) => `Rename ${name}`,
  playFrom: (clock: string) => `Play from ${clock}`,
  /** In place of `playFrom` if there is no audio. */
  goTo: (clock: string) => `Go to ${clock}`,
  /** Scrolls to the playing line. */
  backTo: (clock: string) => `Back to ${clock}`,
  noSpeech: 'No speech was found in this recording.',

  // Who speaks when
  talkTime: 'Talk time by speaker',
  talkShare: percent,
  talkLength: spoken,
  /** Names the only track if speakers are not distinguished. */
  speech: 'Speech',

  // Search
  search: 'Search the transcript',
  searchHint: 'Search',
  previousHit: 'Previous match',
  nextHit: 'Next match',
  closeSearch: 'Close search',
  /** Counted from 1. */
  hitOf: (hit: number, count: number) => `Match ${whole(hit)} of ${whole(count)}`,
  /** The same, shorter. */
  shortHitOf: (hit: number, count: number) => `${whole(hit)} / ${whole(count)}`,
  noHits: 'No matches',

  // The menu of a line, and corrections
  rowActions: (clock: string) => `More options for the line at ${clock}`,
  playOnce: 'Play this line only',
  repeat: 'Repeat this line',
  copyLink: 'Copy link to this line',
  linkCopied: 'Link copied',
  editorFailed: 'The editor couldn’t be loaded. Check your connection and try again.',
  linkFailed: 'Your browser didn’t allow copying the link.',
  correctText: 'Edit text',
  changeSpeaker: 'Change speaker',
  text: (clock: string) => `Text of the line at ${clock}`,
  save: 'Save',
  cancel: 'Cancel',
  playLine: 'Play line',
  saveKeys: 'Press Enter to save or Escape to cancel.',
  speakerName: 'Name',
  otherSpeakers: 'Other speakers',
  applyTo: 'Apply to',
  everywhere: (lines: number) => `The whole transcript (${counted(lines, 'line')})`,
  thisPassage: (lines: number) => `This passage only (${counted(lines, 'line')})`,
  thisLine: 'This line only',
  mergeWith: (name: string) => `Merge with ${name}`,
  mergeHint: (into: string) => `${into} already exists: both become one speaker.`,
  nameHint: 'Who is speaking?',
  nameSpeakers: 'Name them',
  dismissHint: 'Dismiss',
  undo: 'Undo',
  redo: 'Redo',
  done: {
    renamed: (from: string, to: string) => `${from} is now ${to}`,
    merged: (from: string, into: string) => `${from} and ${into} are now one speaker`,
    assigned: (name: string) => `Speaker changed to ${name}`,
    corrected: 'Text saved',
    undone: 'Correction undone',
    redone: 'Correction redone',
  },

  // Export
  takeAway: 'Export',
  download: 'Download',
  downloadFormat,
  downloadStarted: 'Download started',
  downloadFailed: 'The file couldn’t be created. Check your connection and try again.',
  copyAll: 'Copy all',
  copied: 'Transcript copied',
  copyFailed:
    'Your browser didn’t allow copying. Select the text and copy it with the keyboard, or download it.',
  print: 'Print',
  printFailed: 'Your browser didn’t allow printing. Download the Word document and print that.',
};

export type ReaderStrings = Readonly<typeof englishReaderStrings>;
