/** All texts of the user interface. Each language is one `Language`; a page can replace any text. */
import type { FailureWords, TranscribeErrorCode } from '../protocol/errors.js';
import type { EditProblem } from '../transcript/edits/edit-error.js';
import type { ExportFormat, ExportTimes } from '../transcript/exports/formats.js';
import type { Formats, SpokenTime } from './number-formats.js';

/** The texts of an offer to resume a job. The hints depend on what is needed to resume here. */
interface OfferStrings {
  /** Followed by the name of the recording. */
  readonly heading: string;
  readonly hints: Readonly<Record<'nothing' | 'permission' | 'recording', string>>;
  readonly accept: string;
  /** Replaces `accept` if everything is uploaded. */
  readonly acceptUploaded: string;
  /** Replaces `accept` if the file must be chosen again. */
  readonly pick: string;
  readonly decline: string;
}

/** The texts of the conversion of files that the service does not accept. */
export interface ConvertStrings {
  /** What is happening, in a few words: the sound of a video is taken, or a recording is converted. */
  readonly converting: Readonly<Record<'video' | 'audio', string>>;
  /** The result. `sizes` is the text that the function below returns. */
  readonly converted: Readonly<Record<'video' | 'audio', (sizes: string) => string>>;
  /** Formatted bytes, such as “2.1 GB → 58 MB”. */
  readonly sizes: (from: string, to: string) => string;
  /** The chosen file was cut off, and was used as far as it goes. `time` is where it ends, such as “1:23”. */
  readonly cutOff: (time: string) => string;
  /** The name of the progress bar. */
  readonly progress: string;
  readonly hint: string;
  /** The label of the list of audio tracks. */
  readonly track: string;
  /** `track` counts from 1. `language` is a name, such as “German”; null if it is unknown. */
  readonly trackName: (track: number, language: string | null) => string;
}

/** The texts that are loaded with the work on a recording, so that English ones are not in the first load. */
export interface IntakeStrings {
  readonly convert: ConvertStrings;
  /** What interrupts the work, and how that ends. */
  readonly interruptions: Readonly<
    Record<'signed-out' | 'intercepted' | 'merging', readonly [title: string, hint: string]>
  >;
  /** Replaces `retry` if a recording has no sound. */
  readonly transcribeAnyway: string;
}

/** The texts of the element before the transcript is shown. Those of `IntakeStrings` are missing until they are loaded. */
export interface ElementStrings extends Partial<IntakeStrings> {
  /** The name of the element for assistive technology, until the transcript is there. */
  readonly label: string;
  /** The name with the transcript. `title` may be empty. */
  readonly labelReady: (title: string) => string;
  readonly drop: string;
  readonly dropNow: string;
  /** Between “Drop a recording here” and the button. */
  readonly or: string;
  readonly choose: string;
  /** Follows “MP3, M4A, WAV” in the list of accepted files, if others are converted. */
  readonly otherFiles: string;
  /** A limit, such as “up to 2 GB” or “up to 3 hr”. */
  readonly upTo: (amount: string) => string;
  readonly offer: {
    readonly interrupted: OfferStrings & {
      /** Replaces the hint `recording` if nothing of the upload can be reused. */
      readonly sentAgain: string;
    };
    readonly 'in-other-tab': OfferStrings;
  };
  /** `percent` is formatted, such as “63%”. */
  readonly alreadyUploaded: (percent: string) => string;
  readonly allUploaded: string;
  readonly anotherRecording: (title: string, size: string) => string;
  readonly recordingNeeded: string;
  /** The steps of the whole job, one word each. */
  readonly steps: Readonly<Record<'upload' | 'transcribe' | 'read', string>>;
  readonly stepsLabel: string;
  readonly checking: string;
  readonly waiting: string;
  readonly verifying: string;
  readonly planning: string;
  readonly uploading: string;
  readonly completing: string;
  readonly offline: string;
  readonly retrying: string;
  readonly troubleHints: Readonly<Record<'offline' | 'retrying', string>>;
  /** The hint for `offline` once the upload is done. */
  readonly offlineUploaded: string;
  readonly partTry: (part: number, attempt: number) => string;
  readonly late: string;
  readonly uploadsAgain: string;
  readonly unkept: string;
  readonly paused: string;
  readonly submitting: string;
  readonly transcribing: string;
  /** By status of the task (specification, section 2.4). */
  readonly taskStatus: Readonly<Record<'PENDING' | 'RECEIVED' | 'STARTED' | 'PROGRESS', string>>;
  /** Any other status. */
  readonly taskUnknown: string;
  readonly keepOpen: string;
  readonly uploadProgress: string;
  /** Formatted bytes, such as “3 MB of 12 MB”. */
  readonly amount: (stored: string, total: string) => string;
  /** Replaces `amount` while parts fail. */
  readonly partsUploaded: (stored: number, total: number) => string;
  readonly speed: (amount: string) => string;
  readonly left: (time: string) => string;
  readonly start: string;
  readonly pause: string;
  readonly resume: string;
  readonly cancel: string;
  readonly retry: string;
  readonly another: string;
  readonly chooseAgain: string;
  /** The heading over the message of an error with a code that `failedBecause` does not have. */
  readonly failed: string;
  readonly failedBecause: Readonly<Partial<Record<TranscribeErrorCode, string>>>;
  readonly ready: string;
  readonly readerLoading: string;
  readonly readerFailed: string;
  /** The title of a recording without a name. */
  readonly untitled: string;
  /** The form's message while a recording is required. */
  readonly required: string;
}

/** The texts of the reader. Parameters called `clock`, `start`, `end` and `by` are times as text, such as `1:05`. */
export interface ReaderStrings {
  readonly untitled: string;
  readonly newRecording: string;
  /** Known facts about the recording; null for unknown ones. `language` is a BCP 47 tag. */
  readonly summary: (known: {
    readonly speakers: number;
    readonly duration: string | null;
    readonly language: string | null;
  }) => readonly string[];

  readonly player: string;
  readonly play: string;
  readonly pause: string;
  readonly back: (seconds: number) => string;
  readonly forward: (seconds: number) => string;
  readonly position: string;
  readonly positionValue: (position: SpokenTime, length: SpokenTime) => string;
  readonly speed: string;
  readonly speedValue: (rate: number) => string;
  readonly volume: string;
  /** A fraction of 1. */
  readonly volumeValue: (volume: number) => string;
  readonly mute: string;
  readonly unmute: string;
  readonly muted: string;
  readonly unmuted: string;
  readonly sound: string;
  readonly skipSilence: string;
  readonly skipSilenceOn: string;
  readonly skipSilenceOff: string;
  readonly repeatPlaying: string;
  readonly repeating: (start: string, end: string) => string;
  readonly stopRepeating: string;
  readonly stop: string;
  readonly playingOnly: (start: string, end: string) => string;
  readonly playOn: string;
  readonly more: string;
  readonly views: Readonly<Record<'paragraphs' | 'lines', string>>;
  readonly noAudio: string;
  readonly audioFailed: string;
  readonly tryAgain: string;
  readonly chooseAudio: string;
  readonly chooseAudioHint: string;
  readonly seekRefused: string;
  readonly audioMismatch: (by: string, is: 'longer' | 'shorter') => string;

  readonly shortcuts: string;
  readonly shortcutsHint: string;
  /** Label of a check box. */
  readonly characterKeys: string;
  readonly closeShortcuts: string;
  /** The name of the space bar. */
  readonly spaceKey: string;
  readonly shortcut: {
    readonly toggle: string;
    readonly back: (seconds: number) => string;
    readonly forward: (seconds: number) => string;
    readonly previous: string;
    readonly next: string;
    readonly repeat: string;
    readonly slower: string;
    readonly faster: string;
    readonly mute: string;
    readonly skipSilence: string;
    readonly help: string;
  };

  readonly transcript: string;
  readonly skipTranscript: string;
  readonly endOfTranscript: string;
  readonly unknownSpeaker: string;
  /** Names a speaker until a person does. Counted from 1. */
  readonly numberedSpeaker: (number: number) => string;
  readonly renameSpeaker: (name: string) => string;
  readonly playFrom: (clock: string) => string;
  /** In place of `playFrom` if there is no audio. */
  readonly goTo: (clock: string) => string;
  /** Scrolls to the playing line. */
  readonly backTo: (clock: string) => string;
  /** In `<audio-transcript>`, if its data cannot be fetched or read. */
  readonly notShown?: string;
  readonly noSpeech: string;

  readonly search: string;
  readonly previousHit: string;
  readonly nextHit: string;
  readonly closeSearch: string;
  /** Counted from 1. */
  readonly hitOf: (hit: number, count: number) => string;
  /** The same, shorter. */
  readonly shortHitOf: (hit: number, count: number) => string;
  readonly noHits: string;

  readonly rowActions: (clock: string) => string;
  readonly playOnce: string;
  readonly repeat: string;
  readonly copyLink: string;
  /** In place of `copyLink` if several lines are selected. */
  readonly copyPassageLink: string;
  readonly linkCopied: string;
  /** The editor, the search, the menu or another part that is loaded when it is used could not be loaded. */
  readonly editorFailed: string;
  readonly linkFailed: string;
  readonly correctText: string;
  readonly changeSpeaker: string;
  /** Gives the words of a line to the line before it. */
  readonly joinBefore: string;
  readonly deleteLine: string;
  /** Sets the start of a line to the place of the player. */
  readonly startAt: (clock: string) => string;
  readonly text: (clock: string) => string;
  readonly save: string;
  readonly cancel: string;
  /** The field in which a paragraph is edited. */
  readonly editing: {
    readonly saveNext: string;
    readonly savePrevious: string;
    /** Leaves the field without saving. The draft stays. */
    readonly leave: string;
    readonly discard: string;
    readonly repeat: string;
    /** Heading of the keys that work in the field. */
    readonly whileTyping: string;
    readonly newSpeaker: string;
    /** Changes the speaker only after the caret. */
    readonly fromCaret: string;
    /** Opens the choice of a speaker for the words after the caret. */
    readonly fromHere: string;
    readonly draftKept: string;
    readonly draftAt: (clock: string) => string;
    readonly continueDraft: string;
  };
  readonly replacing: {
    /** Opens the part of the search bar that replaces. */
    readonly open: string;
    /** The field with the new text. */
    readonly with: string;
    readonly one: string;
    readonly all: string;
    readonly skip: string;
    readonly matchCase: string;
    readonly wholeWords: string;
    readonly done: (count: number) => string;
    /** Asks whether to make the same correction in this many other places. */
    readonly again: (count: number) => string;
  };
  /** How much of the waveform has been read; a fraction of 1. */
  readonly readingWaveform: (fraction: number) => string;
  readonly speakerName: string;
  readonly otherSpeakers: string;
  readonly applyTo: string;
  /** Counts lines, as the two below. */
  readonly everywhere: (lines: number) => string;
  readonly thisPassage: (lines: number) => string;
  readonly thisLine: string;
  readonly mergeWith: (name: string) => string;
  readonly mergeHint: (into: string) => string;
  readonly nameHint: string;
  readonly nameSpeakers: string;
  readonly dismissHint: string;
  readonly undo: string;
  readonly redo: string;
  readonly done: {
    readonly renamed: (from: string, to: string) => string;
    readonly merged: (from: string, into: string) => string;
    readonly assigned: (name: string) => string;
    readonly corrected: string;
    readonly undone: string;
    readonly redone: string;
    readonly joined: string;
    readonly deleted: string;
    readonly startsAt: (clock: string) => string;
  };
  /** Why a correction does not fit, and what to do. */
  readonly editProblems?: Readonly<Record<EditProblem, string>>;

  readonly takeAway: string;
  readonly download: string;
  readonly downloadFormat: Readonly<Record<ExportFormat, string>>;
  /** What the export dialog offers. */
  readonly exporting: {
    readonly format: string;
    readonly names: string;
    readonly times: string;
    readonly timesOf: Readonly<Record<ExportTimes, string>>;
    /** Whose words are exported. */
    readonly speakers: string;
    readonly passage: string;
    /** Follow the name of the format in a list. */
    readonly withNames: string;
    readonly withTimes: string;
  };
  readonly downloadStarted: string;
  readonly downloadFailed: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly print: string;
  readonly printFailed: string;
}

/** The texts of the microphone. */
export interface MicrophoneStrings {
  /** The button beside “Choose a file”. */
  readonly record: string;
  /** The name of a recording, before its date. */
  readonly fileName: string;
  readonly heading: string;
  readonly explain: string;
  readonly privacy: string;
  /** Asks the browser for the microphone. */
  readonly proceed: string;
  readonly asking: string;
  readonly askingHint: string;
  /** The heading over one of the `problems`. */
  readonly failed: string;
  /** Why the microphone can't be used, and what to do. */
  readonly problems: Readonly<
    Record<
      | 'insecure'
      | 'unsupported'
      | 'blocked'
      | 'dismissed'
      | 'embedded'
      | 'system'
      | 'none-found'
      | 'busy',
      string
    >
  >;
  readonly recording: string;
  /** The name of the elapsed time. */
  readonly elapsed: string;
  /** The label of the list of microphones. */
  readonly device: string;
  /** A microphone without a name, counted from 1. */
  readonly deviceNumber: (number: number) => string;
  readonly silent: string;
  /** Why the recording is paused. */
  readonly interrupted: Readonly<Record<'unplugged' | 'permission' | 'taken', string>>;
  /** Ends the recording and shows it. */
  readonly finish: string;
  readonly discard: string;
  readonly discardQuestion: string;
  /** Answers `discardQuestion`. */
  readonly keep: string;
  readonly saving: string;
  readonly review: string;
  readonly reviewHint: string;
  readonly noPlayback: string;
  /** Sends the recording. */
  readonly transcribe: string;
  /** Continues a finished recording. */
  readonly goOn: string;
  /** Why the recording ended without the user. */
  readonly endedBy: Readonly<Record<'limit' | 'storage' | 'left', string>>;
  readonly unkept: string;
  /** Followed by the name of a recording. */
  readonly unsent: string;
  readonly open: string;
  /** `time` is formatted, such as “5 min”. */
  readonly finished: (time: string) => string;
}

/** The texts of the list of `multiple`. */
export interface QueueStrings {
  /** The name of the list. */
  readonly recordings: string;
  readonly drop: string;
  readonly choose: string;
  /** In place of `choose` if the list has recordings. */
  readonly add: string;
  readonly readyOf: (ready: number, total: number) => string;
  /** What the others are doing. They follow `readyOf`, set apart by dots. */
  readonly counts: Readonly<
    Record<
      'uploading' | 'transcribing' | 'waiting' | 'unfinished' | 'failed',
      (items: number) => string
    >
  >;
  /** The states of a recording that no other text names. */
  readonly waiting: string;
  readonly ready: string;
  readonly unfinished: string;
  readonly inOtherTab: string;
  /** Followed by the name of the recording, for screen readers. */
  readonly open: string;
  readonly remove: string;
  /** In place of what was removed, with the button `undo`. */
  readonly removed: (name: string) => string;
  readonly undo: string;
  /** The button that leads from a transcript back to the list. */
  readonly back: string;
  readonly chooseAll: string;
  readonly added: (items: number) => string;
  readonly duplicate: (name: string) => string;
  /** At least 2. */
  readonly duplicates: (files: number) => string;
  readonly skipped: (files: number) => string;
  readonly itemReady: (name: string) => string;
  /** Without `multiple`, if several files were dropped. */
  readonly onlyOne: (name: string) => string;
  /** A folder without recordings was dropped. */
  readonly emptyFolder: (name: string) => string;
  /** The address of a file was dropped, such as that of an attachment. */
  readonly droppedLink: string;
  /** A drop brought no file, as from some mail programs. */
  readonly droppedNothing: string;
}

/**
 * A language of the user interface. `formats` are those of the page's locale, such as `de-CH` for `de`. A text that
 * is missing is shown in English.
 */
export interface Language {
  readonly element?: (formats: Formats) => Partly<ElementStrings>;
  readonly reader?: (formats: Formats) => Partly<ReaderStrings>;
  readonly intake?: (formats: Formats) => Partly<IntakeStrings>;
  /** The list of `multiple`. */
  readonly queue?: (formats: Formats) => Partly<QueueStrings>;
  /** The messages of errors. */
  readonly failures?: (formats: Formats) => Partial<FailureWords>;
  readonly microphone?: (formats: Formats) => Partly<MicrophoneStrings>;
}

/** A language with all texts. */
export interface Translation extends Language {
  readonly element: (formats: Formats) => ElementStrings;
  readonly reader: (formats: Formats) => Required<ReaderStrings>;
  readonly intake: (formats: Formats) => IntakeStrings;
  readonly queue: (formats: Formats) => QueueStrings;
  readonly failures: (formats: Formats) => FailureWords;
  readonly microphone: (formats: Formats) => MicrophoneStrings;
}

/** Makes every text optional. */
type Partly<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { readonly [Key in keyof T]?: Partly<T[Key]> }
      : T;

/** Texts that replace those of the language, for `el.strings`. */
export type StringOverrides = Partly<
  ElementStrings & {
    readonly reader: ReaderStrings;
    readonly failures: FailureWords;
    readonly microphone: MicrophoneStrings;
    readonly queue: QueueStrings;
  }
>;
