/** The transcript as a document of its own, to be printed: black on white, nothing to press. */
import {
  formatClock,
  formatDuration,
  isRightToLeft,
  languageTag,
  toPassages,
  wordsOf,
  type Passage,
  type Transcript,
} from '../../transcript/index.js';
import type { ReaderStrings } from '../../strings/reader/index.js';
import { printSheet } from './print-sheet.js';

export interface PrintContent {
  readonly transcript: Transcript;
  /** The heading; may be empty. */
  readonly title: string;
  /** What is known of the recording. */
  readonly facts: readonly string[];
  readonly strings: ReaderStrings;
}

const add = <Name extends keyof HTMLElementTagNameMap>(
  parent: Element,
  name: Name,
  { text, ...attributes }: { readonly text?: string; readonly [name: string]: string | undefined },
): HTMLElementTagNameMap[Name] => {
  const element = parent.ownerDocument.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(attribute, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
};

const addHeading = (
  section: Element,
  { speaker, start_ms }: Passage,
  named: boolean,
  strings: ReaderStrings,
): void => {
  const heading = add(section, named ? 'h2' : 'p', { class: 'heading' });
  if (named) {
    if (speaker.badge !== '')
      add(heading, 'span', { class: 'badge', text: speaker.badge, 'aria-hidden': 'true' });
    add(heading, 'bdi', { class: 'name', text: speaker.name ?? strings.unknownSpeaker });
  }
  add(heading, 'time', {
    class: 'time',
    datetime: formatDuration(start_ms),
    text: formatClock(start_ms),
  });
};

/** One paragraph; a sentence in another language or direction than it stands apart. */
const addWords = (section: Element, passage: Passage, common: string | undefined): void => {
  const rightToLeft = isRightToLeft(wordsOf(passage));
  // By itself it would not look into what stands apart.
  const paragraph = add(section, 'p', { class: 'words', dir: rightToLeft ? 'rtl' : 'ltr' });
  for (const excerpt of passage.said) {
    const { text, spaced, language } = excerpt;
    if (spaced) paragraph.append(' ');
    if (language === common && excerpt.rightToLeft === rightToLeft) paragraph.append(text);
    else add(paragraph, 'bdi', { lang: language, text });
  }
};

/** Fills an empty document. Its styles come as a style sheet object: the page's policy may forbid others. */
export const fillPrintDocument = (target: Document, content: PrintContent): void => {
  const { transcript, title, facts, strings } = content;
  const passages = toPassages(transcript);
  const lang = languageTag(transcript.language);
  const heading = title === '' ? strings.transcript : title;
  const { documentElement: root, body } = target;
  if (lang !== undefined) root.lang = lang;
  const begin = passages[0] ? wordsOf(passages[0]) : transcript.text;
  root.dir = isRightToLeft(begin) ? 'rtl' : 'ltr';
  target.title = heading;
  const view = target.defaultView;
  if (view) {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(printSheet);
    target.adoptedStyleSheets = [sheet];
  }
  add(body, 'h1', { text: heading, dir: 'auto' });
  if (facts.length > 0) {
    const line = add(body, 'p', { class: 'facts' });
    for (const fact of facts) add(line, 'bdi', { text: fact });
  }
  if (passages.length === 0)
    add(body, 'p', {
      class: 'words whole',
      dir: 'auto',
      text: transcript.text.trim() === '' ? strings.noSpeech : transcript.text,
    });
  const named = passages.some(({ speaker }) => speaker.name !== null);
  for (const passage of passages) {
    const section = add(body, 'section', {});
    addHeading(section, passage, named, strings);
    addWords(section, passage, lang);
  }
};
