import type { LitElement, ReactiveController } from 'lit';
import { wordFailure, type TranscribeError } from '../protocol/errors.js';
import { type Formats, formatsOf } from '../strings/number-formats.js';
import {
  languageFor,
  loadLanguage,
  onLanguageDefined,
  withOverrides,
} from '../strings/languages.js';
import type {
  Language,
  MicrophoneStrings,
  QueueStrings,
  ReaderStrings,
  StringOverrides,
} from '../strings/strings.js';

/** The groups of `strings` that bring their own English texts. */
interface TextGroups {
  readonly reader: ReaderStrings;
  readonly microphone: MicrophoneStrings;
  readonly queue: QueueStrings;
}

export type StringsGroup = 'element' | keyof TextGroups;

/** Called with the English texts of a group and those that replace them. */
export type CheckTexts = (group: StringsGroup, texts: object, overrides: object) => void;

interface LanguageHost extends LitElement {
  readonly strings: StringOverrides | null;
}

/** Resolves after some milliseconds. Rejects if the signal is aborted. */
type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** The nearest element with a `lang` attribute, also outside the shadow root around this one. */
const nearestLang = (start: Element): string => {
  let element: Element | null = start;
  while (element !== null) {
    const found: HTMLElement | null = element.closest<HTMLElement>('[lang]');
    if (found !== null) return found.lang;
    const root: Node = element.getRootNode();
    element = root instanceof ShadowRoot ? root.host : null;
  }
  return '';
};

/** The document and the shadow roots around an element. */
const rootsAround = (start: Element): readonly Node[] => {
  const root = start.getRootNode();
  return root instanceof ShadowRoot ? [root, ...rootsAround(root.host)] : [root];
};

/** The first drawing waits this long for the language of the page, in ms. After that, it is in English. */
const LANGUAGE_TIMEOUT_MS = 2_000;

/**
 * The texts of an element, in the language of the nearest `lang` attribute; English without one. A change of the
 * attribute applies at once. If a language cannot be loaded, the texts stay as they are, and the download is tried again
 * when the browser is back online.
 */
export class PageLanguage implements ReactiveController {
  /** Null until the host is connected, as a server has none. */
  #observer: MutationObserver | null = null;
  #tag = '';
  /** Null for English. */
  language: Language | null = null;
  protected check: CheckTexts | null = null;
  #loading: Promise<void> | null = null;
  #disconnected = new AbortController();
  /** True if the language of the page could not be loaded. */
  #hasFailed = false;
  /** The tag whose texts are shown. */
  #shownTag = '';

  constructor(
    protected readonly host: LanguageHost,
    /** The texts have changed. */
    private readonly onChange: () => void,
  ) {
    host.addController(this);
  }

  /** The BCP 47 tag of the page; empty if it has none. */
  get tag(): string {
    return this.#tag;
  }

  /** True for English texts in a page of another language. */
  get isForeign(): boolean {
    return this.language === null && !/^(?:en\b|$)/i.test(this.#tag);
  }

  get formats(): Formats {
    // English texts need English numbers and plurals.
    return formatsOf(this.isForeign || this.#tag === '' ? 'en' : this.#tag);
  }

  /** The texts of the reader, the microphone or the list of `multiple`, which bring their own English. */
  group<Group extends keyof TextGroups, Texts extends TextGroups[Group]>(
    group: Group,
    inEnglish: (formats: Formats) => Texts,
  ): Texts {
    const texts = inEnglish(this.formats);
    const overrides = this.host.strings?.[group];
    if (overrides) this.check?.(group, texts, overrides);
    // A text that the language does not have stays in English.
    return withOverrides(texts, this.language?.[group]?.(this.formats), overrides);
  }

  /** The message of an error. */
  messageOf(error: TranscribeError): string {
    const words = this.language?.failures?.(this.formats);
    return wordFailure(error, withOverrides({}, words, this.host.strings?.failures));
  }

  /** Resolves when the language of the page has arrived or cannot be loaded, and at the latest after 2 s. Never rejects. */
  async settled({ sleep }: { readonly sleep: Sleep }): Promise<void> {
    if (this.#loading === null) return;
    const waiting = new AbortController();
    const timeout = sleep(LANGUAGE_TIMEOUT_MS, waiting.signal).catch(() => undefined);
    await Promise.race([this.#loading, timeout]);
    waiting.abort();
  }

  hostConnected(): void {
    this.#disconnected = new AbortController();
    this.#observer = new MutationObserver(() => this.#follow());
    for (const root of rootsAround(this.host)) {
      this.#observer.observe(root, { attributeFilter: ['lang'], subtree: true });
    }
    this.#disconnected.signal.addEventListener(
      'abort',
      onLanguageDefined(() => this.#find()),
    );
    this.#follow();
  }

  hostDisconnected(): void {
    this.#disconnected.abort();
    this.#observer?.disconnect();
  }

  #follow(): void {
    const tag = nearestLang(this.host);
    if (tag === this.#tag && !this.#hasFailed) return;
    this.#tag = tag;
    this.#find();
  }

  #find(): void {
    const tag = this.#tag;
    const name = languageFor(tag);
    if (name === null) {
      this.#use(null);
      return;
    }
    this.#loading = this.#load(name, tag);
  }

  async #load(name: string, tag: string): Promise<void> {
    try {
      const language = await loadLanguage(name);
      if (tag === this.#tag) this.#use(language);
    } catch {
      // Without its own language, the page is readable in the last one.
      if (tag !== this.#tag) return;
      this.#hasFailed = true;
      this.#loading = null;
      this.host.requestUpdate();
      addEventListener('online', () => void this.#load(name, tag), {
        once: true,
        signal: this.#disconnected.signal,
      });
    }
  }

  #use(language: Language | null): void {
    this.#loading = null;
    this.#hasFailed = false;
    // Another language was added, or the element has moved.
    if (language === this.language && this.#tag === this.#shownTag) return;
    this.#shownTag = this.#tag;
    this.language = language;
    this.languageChanged();
    this.onChange();
    this.host.requestUpdate();
  }
  /** Another language is shown. */
  protected languageChanged(): void {
    // Each subclass drops the texts that it keeps.
  }
}
