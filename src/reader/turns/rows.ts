/**
 * Creates the elements of turns and segments with DOM calls, because lit is several times slower for long
 * transcripts.
 */
import { formatClock, languageTag, type Segment, type Speaker } from '../../transcript/index.js';
import type { ReaderStrings } from '../../strings/reader.js';
import { speakerClass } from '../speakers.js';

export interface Rows {
  /** `<li>` with a time button and the text. */
  createRow(segment: Segment, index: number): HTMLElement;
  /** Updates what has changed in a row. Its elements stay the same. */
  rewriteRow(row: HTMLElement, before: Segment, after: Segment): void;
  /** `<section>` with the speaker's name, if known, and the rows. */
  createTurn(speaker: Speaker, rows: readonly HTMLElement[]): HTMLElement;
  /** Changes the speaker of a turn. The rows stay the same. */
  rewriteTurn(turn: HTMLElement, speaker: Speaker): void;
}

/** Creates an element with classes, a `part` and children. */
export const make = (
  name: string,
  classes: string,
  part: string | null,
  ...children: Node[]
): HTMLElement => {
  const element = document.createElement(name);
  element.className = classes;
  if (part !== null) element.setAttribute('part', part);
  element.append(...children);
  return element;
};

/** A template to clone, which is faster than creating each element. */
const rowStencil = (): HTMLElement => {
  const time = make('button', 'time tabular', 'segment-time', new Text('0'));
  time.setAttribute('type', 'button');
  time.tabIndex = -1;
  const text = make('p', 'text', 'segment-text', new Text('0'));
  text.dir = 'auto';
  return make('li', 'segment', 'segment', time, text);
};

const turnStencil = (named: boolean): HTMLElement => {
  const badge = make('span', 'badge', 'speaker-badge');
  badge.setAttribute('aria-hidden', 'true');
  const name = make('span', 'name', 'speaker-name', document.createElement('bdi'));
  const list = make('ol', 'segments', null);
  // Safari removes the list role if `list-style` is `none`.
  list.setAttribute('role', 'list');
  const heading = named ? [make('h3', 'heading', null, badge, name)] : [];
  return make('section', 'turn', 'turn', ...heading, list);
};

const writeTime = (row: Element, { start_ms }: Segment, strings: ReaderStrings): void => {
  const time = row.firstElementChild;
  const clock = formatClock(start_ms);
  time?.setAttribute('aria-label', strings.playFrom(clock));
  if (time) time.textContent = clock;
};

/** The text of a row. */
export const textOfRow = (row: Element): HTMLElement | undefined =>
  (row.children[1] as HTMLElement | undefined) ?? undefined;

/** Leaves a single Text node, even if the text contained marks. */
const writeText = (row: Element, { text }: Segment): void => {
  const element = textOfRow(row);
  const node = element?.firstChild;
  if (node instanceof Text && node.nextSibling === null) node.data = text;
  else element?.replaceChildren(new Text(text));
};

const writeLanguage = (row: Element, { language }: Segment): void => {
  const tag = languageTag(language);
  if (tag === undefined) textOfRow(row)?.removeAttribute('lang');
  else textOfRow(row)?.setAttribute('lang', tag);
};

export const createRows = (options: {
  /** True if turns show their speaker. */
  readonly named: boolean;
  readonly strings: ReaderStrings;
}): Rows => {
  const { named, strings } = options;
  const row = rowStencil();
  const turn = turnStencil(named);

  const rewriteTurn = (element: HTMLElement, speaker: Speaker): void => {
    element.className = `turn ${speakerClass(speaker)}${named ? '' : ' paragraph'}`;
    const [badge, name] = named ? (element.firstElementChild?.children ?? []) : [];
    if (badge) badge.textContent = speaker.badge;
    const own = name?.firstElementChild;
    if (own) own.textContent = speaker.name ?? strings.unknownSpeaker;
  };

  return {
    createRow(segment, index) {
      const element = row.cloneNode(true) as HTMLElement;
      element.dataset['index'] = String(index);
      writeTime(element, segment, strings);
      writeText(element, segment);
      if (segment.language !== undefined) writeLanguage(element, segment);
      return element;
    },
    rewriteRow(element, before, after) {
      if (before.start_ms !== after.start_ms) writeTime(element, after, strings);
      if (before.language !== after.language) writeLanguage(element, after);
      if (before.text !== after.text) writeText(element, after);
    },
    createTurn(speaker, rows) {
      const element = turn.cloneNode(true) as HTMLElement;
      rewriteTurn(element, speaker);
      element.lastElementChild?.append(...rows);
      return element;
    },
    rewriteTurn,
  };
};
