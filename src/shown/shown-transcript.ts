/** The transcript that an element shows, with its corrections and drafts. */
import type { TranscriptionData } from '../protocol/types.js';
import { parseEdits } from '../transcript/edits/corrections.js';
import type { Draft } from '../transcript/edits/drafts.js';
import {
  edit as appendEdit,
  redo,
  startHistory,
  undo,
  type EditHistory,
  type EditStep,
} from '../transcript/edits/edit-history.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import { speakerIdentities } from '../transcript/edits/identities.js';
import {
  ENGLISH_SPEAKERS,
  shownName,
  speakersIn,
  type SpeakerWords,
} from '../transcript/speakers.js';
import { normaliseTranscript, type Transcript } from '../transcript/transcript.js';
import type { StringOverrides } from '../strings/strings.js';
import type { PageLanguage } from './page-language.js';
import type { TranscriptChange } from './transcript-events.js';

/** A speaker as the element shows it. */
export interface ShownSpeaker {
  /** The service's label; null for a speaker that a person has added, and for lines without one. */
  readonly label: string | null;
  /** Such as “Speaker 1”, in the language of the page. */
  readonly name: string;
}

export interface ShownCallbacks {
  /** The words for speakers without a name. Default: English. */
  readonly words?: () => SpeakerWords;
  /** `operations`: the edits that were applied, undone or redone; none for `restored`. */
  readonly onChange: (change: TranscriptChange, operations: readonly TranscriptEdit[]) => void;
}

/** The words for speakers without a name, in the language of the page. Also before the reader's texts are loaded. */
export const speakerWords = (
  { language, formats }: PageLanguage,
  strings: StringOverrides | null,
): SpeakerWords => ({ ...ENGLISH_SPEAKERS, ...language?.reader?.(formats), ...strings?.reader });

export interface OpenTranscript {
  history: EditHistory;
  drafts: readonly Draft[];
}

/** Holds one transcript at a time. Nothing is stored: see `StoredTranscript`. */
export class ShownTranscript<Open extends OpenTranscript = OpenTranscript> {
  /** Null while no transcript is shown. */
  protected open: Open | null = null;

  constructor(private readonly callbacks: ShownCallbacks) {}

  /** With corrections; null while no transcript is shown. */
  get current(): Transcript | null {
    return this.open?.history.current ?? null;
  }

  /** As the service sent it, normalised, without corrections. */
  get original(): Transcript | null {
    return this.open?.history.original ?? null;
  }

  /** The corrections in force, the oldest first. */
  get edits(): readonly TranscriptEdit[] {
    return this.open?.history.edits ?? [];
  }

  get words(): SpeakerWords {
    return this.callbacks.words?.() ?? ENGLISH_SPEAKERS;
  }

  /** The speakers in order of appearance, with the names that are shown. */
  get speakers(): readonly ShownSpeaker[] {
    const { current, original, edits, words } = this;
    if (current === null || original === null) return [];
    const identities = speakerIdentities({ original, edits });
    return speakersIn(current, identities).map((speaker) => ({
      label: identities.get(speaker.name)?.label ?? null,
      name: shownName(speaker, words),
    }));
  }

  get canUndo(): boolean {
    return this.edits.length > 0;
  }

  get canRedo(): boolean {
    return (this.open?.history.undone.length ?? 0) > 0;
  }

  /** Texts that were typed, and neither saved nor discarded. */
  get drafts(): readonly Draft[] {
    return this.open?.drafts ?? [];
  }

  /** True if a draft would be lost with this tab. */
  get hasUnstoredDraft(): boolean {
    return this.drafts.length > 0;
  }

  /** False while an edit could overwrite stored ones. */
  get isEditable(): boolean {
    return this.open !== null;
  }

  clear(): void {
    this.open = null;
  }

  /** Throws RangeError if the edit does not fit, Error if no transcript is shown. */
  edit(step: EditStep): void {
    const next = appendEdit(this.shown.history, step);
    this.#change('applied', next.steps.at(-1)?.edits ?? [], next);
  }

  /** Replaces all drafts. */
  setDrafts(drafts: readonly Draft[]): void {
    const own = this.shown;
    own.drafts = drafts;
    this.changed(own);
  }

  /** Does nothing if there is no correction to undo. */
  undo(): void {
    const history = this.open?.history;
    const last = history?.steps.at(-1);
    if (history && last) this.#change('undone', last.edits, undo(history));
  }

  redo(): void {
    const history = this.open?.history;
    const last = history?.undone.at(-1);
    if (history && last) this.#change('redone', last, redo(history));
  }

  /** Replaces all corrections. Throws RangeError if the new ones do not fit this transcript. */
  restore(given: unknown): void {
    const { original } = this.shown.history;
    const edits = parseEdits(given, original);
    if (edits === null) throw new RangeError('These corrections were not made on this transcript.');
    this.replaces(this.shown);
    this.#change('restored', [], startHistory(original, edits));
  }

  protected get shown(): Open {
    if (this.open !== null) return this.open;
    throw new Error('no transcript is shown');
  }

  /** Something is to be kept. */
  protected changed(own: Open): void {
    void own;
  }

  /** What follows replaces all corrections that were kept. */
  protected replaces(own: Open): void {
    void own;
  }

  #change(kind: TranscriptChange, operations: readonly TranscriptEdit[], next: EditHistory): void {
    const own = this.shown;
    if (next === own.history) return;
    own.history = next;
    this.changed(own);
    this.callbacks.onChange(kind, operations);
  }
}

/** A transcript whose corrections the page stores. */
export class PageTranscript extends ShownTranscript {
  /** Shows the `data` of a task (2.4) without corrections. */
  show(data: TranscriptionData): void {
    this.open = { history: startHistory(normaliseTranscript(data)), drafts: [] };
  }
}
