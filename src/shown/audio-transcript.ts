/** `<audio-transcript>`: shows a transcript that the page has. */
import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { sessionError, TranscribeError } from '../protocol/errors.js';
import { isNotSet } from '../protocol/not-set.js';
import { ReaderController, readerStyles } from '../reader/reader-controller.js';
import type { PlayedAudio } from '../reader/reader-content.js';
import { reader as english } from '../strings/en-reader.js';
import { sameTexts } from '../strings/languages.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import type { ExportChoice, ExportFormat } from '../transcript/exports/formats.js';
import type { Transcript } from '../transcript/transcript.js';
import { button } from '../ui/button.js';
import { card, print } from '../ui/card.styles.js';
import { controls } from '../ui/controls.styles.js';
import { html } from '../ui/html.js';
import { middleEllipsisStyles } from '../ui/middle-ellipsis.js';
import { onDemand } from '../ui/on-demand.js';
import { guardPresses } from '../ui/one-press.js';
import { SHADOW_ROOT } from '../ui/own-attributes.js';
import { whileConnected } from '../ui/while-connected.js';
import { sleep } from '../ui/sleep.js';
import { tokens } from '../ui/tokens.js';
import { DeepLinkController } from './deep-links.js';
import { FocusKeeperController } from './focus-keeper.js';
import { fetchGiven, readGiven, readGivenText, scriptIn, type Given } from './given-source.js';
import { LateStylesController, rootInFrame } from './late-styles.js';
import { PageLanguage } from './page-language.js';
import { PageTranscript, speakerWords, type ShownSpeaker } from './shown-transcript.js';
import { SettingsElement } from './settings-element.js';
import { SpokenLine } from './spoken-line.js';
import { TranscribeErrorEvent } from './transcript-events.js';
import {
  TRANSCRIPT_DEFAULTS,
  TRANSCRIPT_PROPERTIES,
  type TranscriptSettings,
} from './transcript-settings.js';
import { correctable, TranscriptView, type TranscriptTools } from './transcript-view.js';

// Development servers load Lit's development build, which would warn the partner that it is one.
const warnings = globalThis as { litIssuedWarnings?: Set<string> };
(warnings.litIssuedWarnings ??= new Set()).add('dev-mode');

const loadAudioTools = onDemand('openAudio', () => import('./audio-tools.js'));
const loadLater = onDemand('laterCode', () => import('../reader/later-parts.js'));
const loadExport = onDemand('exportShown', () => import('../reader/export/export-shown.js'));

type Texts = ReturnType<typeof english>;

/* eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unsafe-declaration-merging -- merging needs an interface */
export interface AudioTranscript extends Omit<TranscriptSettings, 'transcript' | 'edits'> {}

/** Lists of corrections that are kept to recognise one that the page gives back late. */
const MOST_TOLD = 100;

/** False for what is no data, such as an object that contains itself. */
const isSameData = (one: unknown, other: unknown): boolean => {
  try {
    return JSON.stringify(one) === JSON.stringify(other);
  } catch {
    return false;
  }
};

/**
 * Shows a transcript that the page has, with its audio.
 *
 * @slot - Your own plain transcript, which is shown until the transcript is there. A `<script type="application/json">` in it can hold the transcript.
 * @fires transcribe-segment - The playing segments changed.
 * @fires transcribe-edit - The transcript was corrected, or a correction was undone.
 * @fires transcribe-error - The transcript cannot be shown. The error's message is for the user.
 */
/* eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the constructor sets all of them */
export class AudioTranscript extends SettingsElement {
  protected static override readonly defaults = TRANSCRIPT_DEFAULTS;
  static override readonly properties = TRANSCRIPT_PROPERTIES;
  static override readonly shadowRootOptions = SHADOW_ROOT;
  static override readonly styles = [tokens, controls, card, middleEllipsisStyles, print];

  readonly #language = new PageLanguage(this, () => this.#relabel());
  readonly #line = new SpokenLine(this);
  readonly #shown = new PageTranscript({
    words: () => speakerWords(this.#language, this.strings),
    onChange: (change, operations) => {
      // The page knows of its own corrections.
      if (this.#isTaking) return;
      this.#told = [...this.#told, this.edits].slice(-MOST_TOLD);
      this.#view.corrected(change, operations);
    },
  });
  readonly #view = new TranscriptView(this, {
    language: this.#language,
    styles: new LateStylesController(this),
    line: this.#line,
    canEdit: () => !this.readOnly && this.#editsFit,
    choosesAudio: false,
    allowsCharacterKeys: () => !this.noCharacterKeys,
    keepsChoices: () => true,
    load: () => Promise.resolve(this.#tools),
  });
  readonly #tools: TranscriptTools = {
    ...{ ReaderController, readerStyles, DeepLinkController },
    laterCode: async () => (await loadLater()).laterCode,
    openAudio: async (source, signal) => (await loadAudioTools()).openAudio(source, signal),
    readPeaks: async (source, request) => {
      const tools = await loadAudioTools().catch(() => null);
      await tools?.readPeaksWith(() => this.workerUrl)(source, request);
    },
  };
  #given: unknown = null;
  #givenEdits: unknown = null;
  /** The last ones that were taken over or refused. */
  #takenEdits: unknown = null;
  /** False if the page's corrections were not made on this transcript. They would be lost if it were corrected. */
  #editsFit = true;
  /** The corrections after each change that the page was told of and has not given back, the oldest first. */
  #told: readonly (readonly TranscriptEdit[])[] = [];
  /** True while the page's corrections are taken over. */
  #isTaking = false;
  /** Where the shown transcript comes from. Another value is another transcript. */
  #source: unknown = null;
  /** The address is being fetched; null if none is. */
  #fetching: AbortController | null = null;
  #error: TranscribeError | null = null;

  constructor() {
    super();
    new FocusKeeperController(this);
    whileConnected(this, () => {
      // A page may write the script after the element is there, or change it.
      const children = new MutationObserver(() => this.requestUpdate());
      children.observe(this, { childList: true, characterData: true, subtree: true });
      this.requestUpdate();
      return () => children.disconnect();
    });
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return guardPresses(rootInFrame(this) ?? super.createRenderRoot());
  }

  /* ---- What a page can read and set ---- */

  get transcript(): Transcript | null {
    return this.#shown.current;
  }
  set transcript(given: unknown) {
    this.#given = isNotSet(given) ? null : given;
    this.requestUpdate();
  }

  get edits(): readonly TranscriptEdit[] {
    return this.#shown.edits;
  }
  set edits(given: unknown) {
    this.#givenEdits = isNotSet(given) ? null : given;
    this.requestUpdate();
  }

  /** Why the transcript cannot be shown; null if it can. */
  get error(): TranscribeError | null {
    return this.#error;
  }

  /** The speakers of the transcript, in order of appearance, with the names that are shown. Empty without a transcript. */
  get speakers(): readonly ShownSpeaker[] {
    return this.#shown.speakers;
  }

  /* ---- What a page can call ---- */

  /** Moves the player to this time in milliseconds. Does nothing while no transcript is shown. */
  seek(ms: number): void {
    this.#view.seek(ms);
  }

  /**
   * Corrects the transcript. Throws RangeError if the operation does not fit it, and TranscribeError `configuration`
   * while no transcript is shown.
   */
  edit(operation: TranscriptEdit): void {
    correctable(this.#shown).edit(operation);
  }

  /** Undoes the last correction, if there is one. */
  undo(): void {
    this.#shown.undo();
  }

  /** Redoes the correction that was undone last, if there is one. */
  redo(): void {
    this.#shown.redo();
  }

  /**
   * Replaces all corrections with those saved from `transcribe-edit`. Throws RangeError if they were not made on this
   * transcript, and TranscribeError `configuration` while no transcript is shown.
   */
  restoreEdits(edits: unknown): void {
    correctable(this.#shown).restore(edits);
    this.#editsFit = true;
    this.#view.update();
  }

  /**
   * Returns the transcript as a file; `options` choose what it contains. Rejects with TranscribeError `configuration`
   * while no transcript is shown, and with RangeError if the format or `times` is none of those listed, or if the
   * transcript has words without times and the format needs them.
   */
  async exportTranscript(format: ExportFormat, options?: ExportChoice): Promise<Blob> {
    const { exportShown } = await loadExport().catch((cause: unknown) => {
      throw sessionError('network', { cause });
    });
    this.#view.settle();
    return exportShown(this.#shown, this.recordingName, format, options);
  }

  /** Moves the focus to the first control. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('button:enabled')?.focus(options);
  }

  /* ---- Life cycle ---- */

  /** The first drawing waits for the language of the page, so that no other one flashes up. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await this.#language.settled({ sleep });
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('strings') && !sameTexts(changed.get('strings'), this.strings)) this.#relabel();
    this.#follow();
    if (this.#givenEdits !== this.#takenEdits) {
      this.#takeEdits(this.#givenEdits);
      this.#view.update();
    }
    if (changed.has('audio') || changed.has('audioUrl'))
      this.#view.change({ played: this.#played });
    if (changed.has('recordingName')) this.#view.change({ title: this.recordingName });
    if (changed.has('readOnly')) this.#view.update();
  }

  /** Also waits for the reader. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#view.settled();
    return super.getUpdateComplete();
  }

  protected override render(): TemplateResult {
    const reader = this.#shown.current === null ? null : this.#view.render(null);
    const name = reader === null ? undefined : 'card';
    const strings = this.#strings;
    return html`
      <section
        class=${ifDefined(name)}
        part=${ifDefined(name)}
        tabindex="-1"
        lang=${ifDefined(this.#language.isForeign && !this.strings ? 'en' : undefined)}
        role=${/* Landmarks of one page need different names. */ this.recordingName ? 'region' : 'group'}
        aria-label=${this.recordingName || strings.transcript}
        aria-busy=${this.#fetching !== null}
      >
        ${reader ?? html`${this.#error ? this.#renderError(this.#error, strings) : nothing}<slot></slot>`}
        ${this.#line.render()}
      </section>
    `;
  }

  #renderError({ recoverable }: TranscribeError, strings: Texts): TemplateResult {
    return html`<p class="error-message" part="error-message"><bdi>${strings.notShown}</bdi></p>
      ${recoverable ? button({ text: strings.tryAgain, onClick: () => this.#retry() }) : nothing}`;
  }

  get #strings(): Texts {
    return this.#language.group('reader', english);
  }

  get #played(): PlayedAudio {
    const audio = [this.audio ?? [], this.audioUrl ?? []].flat();
    return { audio: audio.length === 0 ? null : audio, recording: audio[0] ?? null };
  }

  /** Shows the transcript of the first source that the page has set. */
  #follow(): void {
    const source: unknown = this.#given ?? this.src ?? scriptIn(this);
    if (source === this.#source) return;
    this.#source = source;
    this.#fetching?.abort();
    this.#fetching = null;
    if (source === null) this.#hide();
    else if (source === this.#given) this.#read(() => readGiven(source, 'transcript'));
    else if (source === this.src) void this.#fetch(source as string);
    else this.#read(() => readGivenText(source as string, 'script'));
  }

  async #fetch(src: string): Promise<void> {
    const own = new AbortController();
    this.#fetching = own;
    const given = await fetchGiven(src, own.signal).catch((error: unknown) => error);
    // Another address was set meanwhile.
    if (this.#fetching !== own) return;
    this.#fetching = null;
    if (given instanceof Error) this.#fail(given);
    else this.#show(given as Given);
    this.requestUpdate();
  }

  #read(read: () => Given): void {
    let given: Given;
    try {
      given = read();
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#show(given);
  }

  #retry(): void {
    this.#source = null;
    this.requestUpdate();
  }

  #show({ data, edits }: Given): void {
    this.#error = null;
    this.#told = [];
    this.#shown.show(data);
    this.#takeEdits(this.#givenEdits ?? edits);
    this.#view.show(this.#shown, {
      ...{ title: this.recordingName, transcriptionId: '', item: null, played: this.#played },
    });
  }

  /** Takes over the corrections of the page, unless it only gives back what it was told. Others may have followed since. */
  #takeEdits(given: unknown): void {
    if (this.#shown.current === null) return;
    this.#takenEdits = this.#givenEdits;
    this.#editsFit = true;
    const echo = this.#told.findIndex((told) => isSameData(given, told));
    this.#told = this.#told.slice(echo + 1);
    if (given === null || echo !== -1 || isSameData(given, this.edits)) return;
    this.#told = [];
    this.#isTaking = true;
    try {
      this.#shown.restore(given);
    } catch (cause) {
      this.#editsFit = false;
      this.#tell(
        new TranscribeError(
          'configuration',
          'edits: these corrections were not made on this transcript.',
          { cause },
        ),
      );
    }
    this.#isTaking = false;
  }

  #hide(): void {
    this.#error = null;
    this.#shown.clear();
    this.#view.clear();
  }

  #fail(error: unknown): void {
    this.#hide();
    this.#error =
      error instanceof TranscribeError ? error : sessionError('network', { cause: error });
    this.#line.say(this.#strings.notShown);
    this.#tell(this.#error);
  }

  /** Tells the page, and the developer why. */
  #tell(error: TranscribeError): void {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    // eslint-disable-next-line no-console -- names fields, never their content
    console.error(
      `[audio-transcript] ${reason} See docs/transcript-element.md in the package audio-transcribe.`,
    );
    this.dispatchEvent(new TranscribeErrorEvent(error));
  }

  #relabel(): void {
    this.#view.relabel();
    this.requestUpdate();
  }
}
