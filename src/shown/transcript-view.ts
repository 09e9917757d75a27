/** Shows a transcript in an element: holds what the reader shows, and fires the events. */
import type { CSSResult, LitElement, TemplateResult } from 'lit';
import { TranscribeError } from '../protocol/errors.js';
import type { PlayedAudio, ReaderContent, ReaderSource } from '../reader/reader-content.js';
import type { LaterCode } from '../reader/later-parts.js';
import type { ReaderController } from '../reader/reader-controller.js';
import type { ReaderCallbacks } from '../reader/store.js';
import type { Draft } from '../transcript/edits/drafts.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import type { DeepLinkController } from './deep-links.js';
import type { LateStylesController } from './late-styles.js';
import type { PageLanguage } from './page-language.js';
import type { ShownTranscript } from './shown-transcript.js';
import type { SpokenLine } from './spoken-line.js';
import {
  TranscribeEditEvent,
  TranscribeSegmentEvent,
  type TranscribeEvent,
  type TranscriptChange,
} from './transcript-events.js';

/** What shows a transcript. */
export interface TranscriptTools extends Pick<ReaderCallbacks, 'openAudio' | 'readPeaks'> {
  readonly ReaderController: typeof ReaderController;
  readonly readerStyles: readonly CSSResult[];
  /** See `ReaderOptions`. */
  readonly laterCode: LaterCode | (() => Promise<LaterCode>);
  readonly DeepLinkController: typeof DeepLinkController;
}

interface ViewParts {
  /** False while the page does not let anybody correct the transcript. */
  readonly canEdit: () => boolean;
  /** See `ReaderOptions`. */
  readonly choosesAudio: boolean;
  /** False if the page switches off shortcuts that are a single character. */
  readonly allowsCharacterKeys: () => boolean;
  /** True if the browser may remember what the person chose, and that a hint was shown. */
  readonly keepsChoices: () => boolean;
  readonly language: PageLanguage;
  readonly styles: LateStylesController;
  readonly line: SpokenLine;
  /** May be called again after a failure. */
  readonly load: () => Promise<TranscriptTools>;
}

/** What the transcript belongs to. */
export interface ShownRecording {
  /** May be empty. */
  readonly title: string;
  /** Empty if there is none. */
  readonly transcriptionId: string;
  /** The recording in the list of `multiple`. */
  readonly item: TranscribeEvent['item'];
  readonly played: PlayedAudio;
}

export class TranscriptView implements ReaderSource {
  content: ReaderContent | null = null;
  readonly #listeners: (() => void)[] = [];
  #shown: ShownTranscript | null = null;
  #recording: ShownRecording | null = null;
  #sought: ReaderContent['sought'] = null;
  #reader: ReaderController | null = null;
  #links: DeepLinkController | null = null;
  /** Null before the first transcript, and after a failed download, which can be tried again. */
  #loading: Promise<void> | null = null;
  readonly #warn = (event: BeforeUnloadEvent): void => {
    if (this.host.isConnected && this.#shown?.hasUnstoredDraft === true) event.preventDefault();
  };

  constructor(
    private readonly host: LitElement,
    private readonly parts: ViewParts,
  ) {}

  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** True if the reader could not be loaded. */
  get hasFailed(): boolean {
    return this.#loading === null;
  }

  /** Loads the reader, unless it is loaded or under way. */
  load(): void {
    this.#loading ??= this.parts.load().then(
      (tools) => this.#create(tools),
      () => {
        this.#loading = null;
      },
    );
    void this.#loading.then(() => this.host.requestUpdate());
  }

  #create({
    ReaderController: Reader,
    DeepLinkController: Links,
    readerStyles,
    ...tools
  }: TranscriptTools): void {
    const { styles, line, language, choosesAudio, keepsChoices, allowsCharacterKeys } = this.parts;
    styles.add(readerStyles);
    const links = new Links(this.host, (ms, end) => this.seek(ms, end));
    this.#links = links;
    // What the page has sought meanwhile comes later than its URL.
    if (this.content !== null && this.#sought === null) links.follow();
    this.#reader = new Reader(this.host, {
      ...tools,
      source: this,
      addStyles: (added) => styles.add(added),
      onSegment: (indexes) => this.#segmentChanged(indexes),
      onEdit: (step) => this.#shown?.edit(step),
      onDrafts: (drafts) => this.#draftsChanged(drafts),
      onUndo: () => this.#shown?.undo(),
      onRedo: () => this.#shown?.redo(),
      linkTo: (ms, end) => links.linkTo(ms, end),
      announce: (sentence, instead) => line.say(sentence, instead),
      locale: () => language.tag || undefined,
      strings: (english) => language.group('reader', english),
      choosesAudio,
      allowsCharacterKeys,
      ...(keepsChoices() ? { storage: () => localStorage } : {}),
    });
  }

  /** Resolves once the reader is loaded or failed to load. Resolves at once if it is not needed. */
  async settled(): Promise<void> {
    await this.#loading;
    await this.#reader?.settled();
  }

  /** Shows a transcript from its start. Call `update` after each change of it. */
  show(shown: ShownTranscript, recording: ShownRecording): void {
    this.#shown = shown;
    this.#recording = recording;
    this.#sought = null;
    this.load();
    this.update();
    this.#links?.follow();
  }

  /** Changes what the transcript belongs to, such as its audio. */
  change(recording: Partial<ShownRecording>): void {
    if (this.#recording !== null) this.#recording = { ...this.#recording, ...recording };
    this.update();
  }

  /**
   * Moves the player to a time in ms, at the latest when the reader is loaded. Playback from there stops once at `end`,
   * unless it is null.
   */
  seek(ms: number, end: number | null = null): void {
    this.#sought = { ms, end };
    this.update();
  }

  clear(): void {
    removeEventListener('beforeunload', this.#warn);
    this.#shown = null;
    this.#recording = null;
    this.update();
    this.host.requestUpdate();
  }

  /** Shows what has changed. */
  update(): void {
    const { current = null, original = null } = this.#shown ?? {};
    if (this.#shown === null || this.#recording === null || current === null || original === null) {
      this.content = null;
    } else {
      const { isEditable, canUndo, canRedo, edits, drafts } = this.#shown;
      const { title, played } = this.#recording;
      const canEdit = this.parts.canEdit();
      const editing = !isEditable || !canEdit ? null : { canUndo, canRedo };
      const editsSoon = canEdit && !isEditable;
      const sought = this.#sought;
      this.content = {
        original,
        transcript: current,
        edits,
        drafts,
        editing,
        editsSoon,
        title,
        played,
        sought,
      };
    }
    for (const listener of this.#listeners) listener();
  }

  /** Saves what a person is typing, before the transcript is read. */
  settle(): void {
    this.#reader?.settle();
  }

  /** The texts have changed. */
  relabel(): void {
    this.#reader?.relabel();
  }

  /** `onNew` starts over with another recording; null hides that button. Null until the reader is loaded. */
  render(onNew: (() => void) | null): TemplateResult | null {
    return this.#reader?.render(onNew) ?? null;
  }

  /** The transcript was corrected. */
  corrected(change: TranscriptChange, operations: readonly TranscriptEdit[]): void {
    const { current = null, edits = [] } = this.#shown ?? {};
    if (current === null) return;
    this.update();
    const id = this.#recording?.transcriptionId ?? '';
    const last = operations.at(-1) ?? null;
    this.#fire(new TranscribeEditEvent(id, change, last, edits, current, operations));
  }

  /** Leaving the page asks first while a draft is not stored. */
  #draftsChanged(drafts: readonly Draft[]): void {
    this.#shown?.setDrafts(drafts);
    this.update();
    if (drafts.length > 0) addEventListener('beforeunload', this.#warn);
    else removeEventListener('beforeunload', this.#warn);
  }

  #segmentChanged(indexes: readonly number[]): void {
    const current = this.#shown?.current;
    const segments = indexes.flatMap((index) => current?.segments[index] ?? []);
    this.#fire(new TranscribeSegmentEvent(indexes, segments));
  }

  #fire(event: TranscribeEvent): void {
    event.item = this.#recording?.item ?? null;
    event.recordingName = this.#recording?.title ?? '';
    this.host.dispatchEvent(event);
  }
}

/** The transcript to correct. Throws TranscribeError `configuration` if none is shown. */
export const correctable = <Shown extends ShownTranscript>(shown: Shown | null): Shown => {
  if (shown !== null && shown.current !== null) return shown;
  throw new TranscribeError(
    'configuration',
    'There is no transcript to correct yet: wait for “transcribe-ready”.',
  );
};
