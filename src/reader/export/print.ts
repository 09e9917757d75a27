/** Prints the transcript as a separate document: black on white, without controls. */
import type { ReaderStrings } from '../../strings/strings.js';
import { toPassages, wordsOf, type Passage, type Written } from '../../transcript/passages.js';
import { isBlank, isRightToLeft, languageTag } from '../../transcript/plain-text.js';
import { formatClock, formatDuration } from '../../transcript/time.js';

/** Styles of the printed document. Sizes are in points, the unit for paper. */
const printSheet = `
@page {
  margin: 20mm 18mm;
}

:root {
  color-scheme: light;
  color: #000;
  background: #fff;
  font: 11pt/1.5 system-ui, sans-serif;
}

body {
  max-inline-size: 42rem;
  margin: 0 auto;
}

h1, h2, p {
  margin: 0;
}

h1 {
  font-size: 18pt;
  line-height: 1.25;
  overflow-wrap: anywhere;
  break-after: avoid;
}

.facts {
  margin-block: 4pt 14pt;
  padding-block-end: 8pt;
  border-block-end: 0.75pt solid #000;
  font-size: 9.5pt;
  break-after: avoid;
}

.facts bdi + bdi::before {
  content: '·';
  margin-inline: 0.5em;
}

.heading {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: 6pt;
  margin-block: 12pt 2pt;
  font-size: 11pt;
  font-weight: 400;
  break-after: avoid;
  break-inside: avoid;
}

.badge {
  min-inline-size: 1.7em;
  padding-inline: 0.3em;
  box-sizing: border-box;
  border: 0.75pt solid #000;
  border-radius: 0.85em;
  font-size: 8.5pt;
  font-weight: 700;
  line-height: 1.55;
  text-align: center;
}

.name {
  font-weight: 700;
  overflow-wrap: anywhere;
}

.time {
  font-size: 9.5pt;
  font-variant-numeric: tabular-nums;
}

.words {
  orphans: 3;
  widows: 3;
  overflow-wrap: anywhere;
}

.whole {
  white-space: pre-line;
}
`;

interface PrintContent {
  readonly written: Written;
  readonly title: string;
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

const addHeading = (section: Element, { speaker, name, start_ms }: Passage): void => {
  const heading = add(section, name === '' ? 'p' : 'h2', { class: 'heading' });
  if (name !== '') {
    if (speaker.badge !== '')
      add(heading, 'span', { class: 'badge', text: speaker.badge, 'aria-hidden': 'true' });
    add(heading, 'bdi', { class: 'name', text: name });
  }
  add(heading, 'time', {
    class: 'time',
    datetime: formatDuration(start_ms),
    text: formatClock(start_ms),
  });
};

/** Adds one paragraph. Parts in another language or direction get their own element. */
const addWords = (section: Element, passage: Passage, common: string | undefined): void => {
  const rightToLeft = isRightToLeft(wordsOf(passage));
  // `dir="auto"` would ignore the text inside `<bdi>`, so set the direction.
  const paragraph = add(section, 'p', { class: 'words', dir: rightToLeft ? 'rtl' : 'ltr' });
  for (const excerpt of passage.said) {
    const { text, spaced, language } = excerpt;
    if (spaced) paragraph.append(' ');
    if (language === common && excerpt.rightToLeft === rightToLeft) paragraph.append(text);
    else add(paragraph, 'bdi', { lang: language, text });
  }
};

const fillPrintDocument = (target: Document, content: PrintContent): void => {
  const { written, title, facts, strings } = content;
  const { transcript } = written;
  const passages = toPassages(written);
  const lang = languageTag(transcript.language);
  const heading = title === '' ? strings.transcript : title;
  const { documentElement: root, body } = target;
  if (lang !== undefined) root.lang = lang;
  const begin = passages[0] ? wordsOf(passages[0]) : transcript.text;
  root.dir = isRightToLeft(begin) ? 'rtl' : 'ltr';
  target.title = heading;
  const view = target.defaultView;
  if (view) {
    // The page's CSP may forbid other styles.
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
      text: isBlank(transcript.text) ? strings.noSpeech : transcript.text,
    });
  for (const passage of passages) {
    const section = add(body, 'section', {});
    addHeading(section, passage);
    addWords(section, passage, lang);
  }
};

/** The frame of the last print. Some browsers don't report the end of printing. */
let last: HTMLIFrameElement | null = null;

/** Makes the frame invisible but keeps it laid out. Some browsers don't print a frame with `display: none`. */
const INVISIBLE =
  'position: fixed; inset: 0 auto auto 0; inline-size: 0; block-size: 0; border: 0; visibility: hidden';

/** Prints a separate document, which is removed afterwards. Throws if the page may not print. */
export const printTranscript = (content: PrintContent): void => {
  last?.remove();
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = INVISIBLE;
  document.body.append(frame);
  last = frame;
  const { contentWindow, contentDocument } = frame;
  if (contentWindow === null || contentDocument === null) {
    frame.remove();
    throw new Error('A document to print could not be made.');
  }
  contentWindow.addEventListener('afterprint', () => frame.remove(), { once: true });
  fillPrintDocument(contentDocument, content);
  contentWindow.print();
};
