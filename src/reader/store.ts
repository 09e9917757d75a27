/** The state of the reader, and the only function that changes it. */
import type { SegmentRange } from '../transcript/turns.js';
import type { Draft } from '../transcript/edits/drafts.js';
import type { EditStep } from '../transcript/edits/edit-history.js';
import { speakerIdentities } from '../transcript/edits/identities.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import type { ExportFormat, ExportTimes } from '../transcript/exports/formats.js';
import type { HitFilter } from '../transcript/search/filter.js';
import type { SearchHits } from '../transcript/search/search.js';
import { type Speaker } from '../transcript/badges.js';
import { firstIdentities, type SpeakerIdentities } from '../transcript/speakers.js';
import type { Transcript } from '../transcript/transcript.js';
import { toTurns, type Turn } from '../transcript/turns.js';
import type { ReaderStrings } from '../strings/strings.js';
import type { WordPlace } from './turns/rows.js';
import type { PlayedRange } from './player/play-range.js';
import type { OpenAudio, PlaybackState } from './player/playback.js';
import type { View } from './turns/rows.js';
import type { ReadPeaks } from './waveform/bars.js';

/** What can be corrected, undone and redone. */
export interface Editing {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What was exported last. Remembered until the page is left. */
export interface ExportPreferences {
  readonly format: ExportFormat;
  readonly names: boolean;
  readonly times: ExportTimes;
}

/** The reader's settings. Kept for the next recording in the same element. */
export interface Preferences {
  readonly rate: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  readonly skipSilence: boolean;
  /** False if the person switched off shortcuts that are a single character. Also kept for the next page. */
  readonly characterKeys: boolean;
  readonly view: View;
  readonly export: ExportPreferences;
}

export const DEFAULT_PREFERENCES: Preferences = {
  rate: 1,
  volume: 1,
  muted: false,
  skipSilence: false,
  characterKeys: true,
  view: 'paragraphs',
  export: { format: 'txt', names: true, times: 'turn' },
};

export interface ToastMessage {
  readonly text: string;
  /** Adds an Undo button. */
  readonly undo?: () => void;
  /** Adds a button that does more of the same, also with Shift and F2. */
  readonly more?: { readonly label: string; readonly run: () => void } | undefined;
}

export interface OpenSearch {
  readonly kind: 'open';
  readonly query: string;
  readonly hits: SearchHits;
  /** Index of the current match; null if there is none. */
  readonly current: number | null;
  readonly filter: HitFilter;
  /** The text that replaces matches; null while only searching. */
  readonly replacement: string | null;
}

export type Search = { readonly kind: 'closed' } | OpenSearch;

export interface ReaderState {
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  readonly speakers: readonly Speaker[];
  /** Names the recording and the exported files. May be empty. */
  readonly title: string;
  /** The transcript without corrections. Its speakers keep their colours. */
  readonly original: Transcript;
  readonly edits: readonly TranscriptEdit[];
  /** Who each speaker is, whatever its name is now. */
  readonly identities: SpeakerIdentities;
  /** Null if nothing can be corrected. */
  readonly editing: Editing | null;
  /** True while `editing` is null only because stored corrections are being read. */
  readonly editsSoon: boolean;
  /** Texts that were typed, and neither saved nor discarded. */
  readonly drafts: readonly Draft[];
  /** The segments whose text is edited now; null for none. */
  readonly edited: SegmentRange | null;
  readonly playback: PlaybackState;
  /** The range that is played; null if playback is not limited to one. */
  readonly range: PlayedRange | null;
  /** Indexes of the playing segments. */
  readonly playing: readonly number[];
  /** True while the list scrolls along with the audio. */
  readonly following: boolean;
  readonly search: Search;
  readonly preferences: Preferences;
  /** The audio that the waveform shows; null for none. */
  readonly recording: Blob | string | null;
  /** The message about the last action; null for none. */
  readonly toast: ToastMessage | null;
  /** Why the last export failed; empty if it did not. */
  readonly problem: string;
  /** True while the hint to name the speakers may be shown. */
  readonly hint: boolean;
}

/** Something that happened. Each one is an observed fact: what the audio does, what the user did. */
export type ReaderEvent =
  | {
      readonly type: 'corrected';
      readonly transcript: Transcript;
      readonly original: Transcript;
      readonly edits: readonly TranscriptEdit[];
    }
  | { readonly type: 'editing'; readonly editing: Editing | null; readonly editsSoon?: boolean }
  | { readonly type: 'titled'; readonly title: string }
  | {
      readonly type: 'playback';
      readonly playback: PlaybackState;
      readonly range: PlayedRange | null;
    }
  | { readonly type: 'playing'; readonly playing: readonly number[] }
  /** The user wants to follow the audio, from now on. */
  | { readonly type: 'follow' }
  /** The user looks at something else. */
  | { readonly type: 'look-away' }
  /** The user wants to correct the text of a segment. For `word`, see `Corrections`. */
  | { readonly type: 'correct'; readonly segment: number; readonly word?: WordPlace }
  /** The user wants to name the speaker of a turn. The dialog opens beside the anchor. */
  | { readonly type: 'name-speaker'; readonly turn: number; readonly anchor: HTMLElement }
  /** The text is about to be read, such as for a file: what is typed in it is saved first. */
  | { readonly type: 'settle' }
  /** The shared button of the rows has moved to this one. */
  | { readonly type: 'row-aimed'; readonly row: number }
  /** The rows near the view have changed, or were created or rewritten. */
  | { readonly type: 'rows-changed' }
  | { readonly type: 'recording'; readonly recording: Blob | string }
  | { readonly type: 'search'; readonly search: Search }
  | { readonly type: 'preferred'; readonly preferences: Partial<Preferences> }
  | { readonly type: 'toast'; readonly toast: ToastMessage | null }
  | { readonly type: 'problem'; readonly problem: string }
  | { readonly type: 'drafts'; readonly drafts: readonly Draft[] }
  | { readonly type: 'edited'; readonly edited: SegmentRange | null }
  | { readonly type: 'hint-dismissed' };

/** In ms; `started` is false until the user plays or seeks. */
const UNLOADED: PlaybackState = {
  audio: 'none',
  playing: false,
  ended: false,
  position: 0,
  length: 0,
  audioLength: null,
  isSoundLength: false,
  refused: false,
  rate: 1,
  volume: 1,
  muted: false,
  pace: 0,
  started: false,
};

export const initialState = (
  transcript: Transcript,
  title: string,
  preferences: Preferences,
  { hint = false, recording = null }: Partial<Pick<ReaderState, 'hint' | 'recording'>> = {},
): ReaderState => ({
  title,
  transcript,
  original: transcript,
  ...toTurns(transcript),
  edits: [],
  identities: firstIdentities(transcript),
  editing: null,
  editsSoon: false,
  drafts: [],
  edited: null,
  playback: UNLOADED,
  range: null,
  playing: [],
  following: true,
  search: { kind: 'closed' },
  preferences,
  recording,
  toast: null,
  problem: '',
  hint,
});

const reduce = (state: ReaderState, event: ReaderEvent): ReaderState => {
  switch (event.type) {
    case 'corrected': {
      const { type: _type, ...changes } = event;
      const identities = speakerIdentities(event);
      const turns = toTurns(event.transcript, identities);
      // The Undo button of a toast may no longer refer to the last edit.
      return { ...state, ...changes, identities, ...turns, toast: null };
    }
    case 'editing':
      return {
        ...state,
        editing: event.editing,
        editsSoon: event.editsSoon === true,
        toast: event.editing && state.toast,
      };
    case 'follow':
    case 'look-away':
      return { ...state, following: event.type === 'follow' };
    case 'preferred':
      return { ...state, preferences: { ...state.preferences, ...event.preferences } };
    case 'edited':
      return {
        ...state,
        edited: event.edited,
        following: state.following && (event.edited === null || state.edited !== null),
      };
    case 'titled':
    case 'playback':
    case 'playing':
    case 'search':
    case 'toast':
    case 'problem':
    case 'drafts':
    case 'recording': {
      const { type: _type, ...changes } = event;
      return { ...state, ...changes };
    }
    case 'hint-dismissed':
      return { ...state, hint: false };
    case 'correct':
    case 'name-speaker':
    case 'settle':
    case 'row-aimed':
    case 'rows-changed':
      return state;
  }
};

type ReaderListener = (state: ReaderState, previous: ReaderState, event: ReaderEvent) => void;

/** What the page around a reader does for it. */
export interface ReaderCallbacks {
  /** Called with the indexes of the playing segments whenever they change. */
  readonly onSegment?: (indexes: readonly number[]) => void;
  /** Called with the user's corrections of one step. Throws a RangeError with a message for the user if they don't fit. */
  readonly onEdit?: (step: EditStep) => void;
  /** Called with all texts that were typed, and neither saved nor discarded. */
  readonly onDrafts?: (drafts: readonly Draft[]) => void;
  readonly onUndo?: () => void;
  readonly onRedo?: () => void;
  /** Returns a link to a time, or to a passage until `end`, in milliseconds. Without it, the reader offers no links. */
  readonly linkTo?: (ms: number, end?: number) => string;
  /** Announces a sentence politely to screen readers, instead of another one of the same task. Default: after it. */
  readonly announce?: (sentence: string, instead?: string) => void;
  /** False if the page switches off shortcuts that are a single character. Default: they work. */
  readonly allowsCharacterKeys?: () => boolean;
  /** False: without audio there is no player, instead of a button that chooses the file. */
  readonly choosesAudio?: boolean;
  /** Finds what is played of a source. Without it, sources are played as they are. */
  readonly openAudio?: OpenAudio;
  /** Reads the waveform. Without it, the strip shows only who speaks. */
  readonly readPeaks?: ReadPeaks;
}

/** What the parts of a reader share. */
export interface ReaderContext {
  readonly store: ReaderStore;
  readonly strings: ReaderStrings;
  /** Announces a sentence politely to screen readers. An empty one clears the last. */
  readonly announce: (sentence: string, instead?: string) => void;
  /** True if shortcuts that are a single character work: neither the page nor the person has switched them off. */
  readonly usesCharacterKeys: () => boolean;
}

export type ReaderStore = ReturnType<typeof createReaderStore>;

export const createReaderStore = (initial: ReaderState) => {
  let state = initial;
  /** Events that listeners dispatch wait until all listeners know the state before them. */
  const waiting: ReaderEvent[] = [];
  let isTelling = false;
  const listeners: ReaderListener[] = [];
  return {
    getState: (): ReaderState => state,
    /** Changes the state. An event that a listener dispatches is handled after the current one. */
    dispatch(event: ReaderEvent): void {
      waiting.push(event);
      if (isTelling) return;
      isTelling = true;
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const previous = state;
          state = reduce(state, next);
          for (const listener of listeners) listener(state, previous, next);
        }
      } finally {
        isTelling = false;
      }
    },
    /** Calls back after each event. The order of listeners is the order in which they subscribed. */
    subscribe: (listener: ReaderListener): void => void listeners.push(listener),
  };
};
