/** Creates turns and segments with DOM calls: lit is several times slower. In paragraphs, or one line per segment. */
import type { SegmentRange } from '../../transcript/turns.js';
import { isRightToLeft, languageTag, needsSpace } from '../../transcript/plain-text.js';
import { type Speaker } from '../../transcript/badges.js';
import { shownName } from '../../transcript/speakers.js';
import { formatClock } from '../../transcript/time.js';
import type { Segment } from '../../transcript/transcript.js';
import { toParagraphs, type Turn } from '../../transcript/turns.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { splitName } from '../../ui/middle-ellipsis.js';
import { scaleOf } from '../scale.js';
import { speakerClass } from '../speaker-labels.js';

export type View = 'paragraphs' | 'lines';

/** A point in the window, on the text of a segment. */
export interface WordPlace {
  readonly text: HTMLElement;
  readonly x: number;
  readonly y: number;
}

export type Rows = ReturnType<typeof createRows>;

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

const makeButton = (classes: string, part: string | null, ...children: Node[]): HTMLElement => {
  const button = make('button', classes, part, ...children);
  button.setAttribute('type', 'button');
  button.tabIndex = -1;
  return button;
};

const timeStencil = (): HTMLElement => makeButton('time tabular', 'segment-time', new Text('0'));

/** A template to clone, which is faster than creating each element. */
const lineStencil = (): HTMLElement => {
  const text = make('p', 'text', null, new Text('0'));
  text.dir = 'auto';
  return make('li', 'segment', 'segment', timeStencil(), text);
};

const inlineStencil = (): HTMLElement => make('span', 'segment text', 'segment', new Text('0'));

const headingStencil = (view: View): HTMLElement => {
  const badge = make('span', 'badge', 'speaker-badge');
  badge.setAttribute('aria-hidden', 'true');
  const who = make('h3', 'who', null, badge, make('bdi', 'name', 'speaker-name'));
  const time = view === 'paragraphs' ? [timeStencil()] : [];
  return make('div', 'heading', null, who, makeButton('rename', null), ...time);
};

const turnStencil = (view: View, named: boolean): HTMLElement => {
  const turn = make('section', 'turn', 'turn', ...(named ? [headingStencil(view)] : []));
  if (view === 'lines') {
    const list = make('ol', 'segments', null);
    // Safari removes the list role if `list-style` is `none`.
    list.setAttribute('role', 'list');
    turn.append(list);
  }
  return turn;
};

/** The element of a segment that holds only its text, as a single Text node. */
export const textOfRow = (row: HTMLElement): HTMLElement =>
  row.querySelector<HTMLElement>('.text') ?? row;

/** The segment whose time a button shows: its own, or the first of its paragraph or turn. */
export const rowOfTime = (time: Element): HTMLElement | null => {
  const around = time.closest<HTMLElement>('.segment, .paragraph, .turn');
  return around?.matches('.segment') === true
    ? around
    : (around?.querySelector<HTMLElement>('.segment') ?? null);
};

/** The button with the time of a segment, if it has one: its own, or that of its paragraph or turn. */
export const timeOfRow = (row: HTMLElement): HTMLElement | null => {
  if (row.matches('li')) return row.querySelector<HTMLElement>('.time');
  for (const around of [row.closest('.paragraph'), row.closest('.turn')]) {
    const time = around?.querySelector<HTMLElement>('.time');
    if (time && rowOfTime(time) === row) return time;
  }
  return null;
};

/** Index of a row's segment; -1 for null. */
export const indexOf = (row: HTMLElement | null): number => Number(row?.dataset['index'] ?? -1);

/** The segments that are shown as one paragraph with this row: in lines, only its own. */
export const paragraphOf = (row: HTMLElement | undefined, index: number): SegmentRange => {
  const rows = [...(row?.closest('.paragraph')?.querySelectorAll<HTMLElement>('.segment') ?? [])];
  const [first, last] = [rows[0], rows.at(-1)];
  return first && last
    ? { first: indexOf(first), end: indexOf(last) + 1 }
    : { first: index, end: index + 1 };
};

/** The elements that show the text of these segments: paragraphs, or the text of lines. */
export const elementsOf = (
  { first, end }: SegmentRange,
  rowOf: (index: number) => HTMLElement | undefined,
): readonly HTMLElement[] => {
  const elements = new Set<HTMLElement>();
  for (let index = first; index < end; index += 1) {
    const row = rowOf(index);
    if (row) elements.add(row.closest<HTMLElement>('.paragraph') ?? textOfRow(row));
  }
  return [...elements];
};

/** Marks a row as playing, or not. */
export const mark = (element: Element | undefined, playing: boolean): void => {
  if (!element) return;
  element.classList.toggle('playing', playing);
  if (playing) {
    element.setAttribute('aria-current', 'true');
    element.part.add('segment-playing');
  } else {
    element.removeAttribute('aria-current');
    element.part.remove('segment-playing');
  }
};

/** Leaves a single Text node, even if the text contained marks. */
const writeText = (element: HTMLElement, { text }: Segment): void => {
  const node = element.firstChild;
  if (node instanceof Text && node.nextSibling === null) node.data = text;
  else element.replaceChildren(new Text(text));
};

/** `language`: that of the transcript. */
const writeLanguage = (
  element: HTMLElement,
  segment: Pick<Segment, 'language'>,
  language: string | null,
): void => {
  const tag = languageTag(segment.language) ?? languageTag(language);
  if (tag === undefined) element.removeAttribute('lang');
  else element.setAttribute('lang', tag);
};

const writeName = (element: HTMLElement, name: string): void => {
  const [start, end] = splitName(name);
  if (start === '') element.textContent = name;
  else
    element.replaceChildren(
      make('span', 'name-start', null, new Text(start)),
      make('span', 'name-end', null, new Text(end)),
    );
  if (start === '') element.removeAttribute('title');
  else element.title = name;
};

/** Signs that open or close a direction. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;
/** The same, and letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Sets the direction of a paragraph, and isolates segments with another one, or with signs for one. The first letter decides. */
const writeDirections = (paragraph: HTMLElement): void => {
  const rows = [...paragraph.querySelectorAll<HTMLElement>(':scope > .segment')];
  const isPlain = !RIGHT_TO_LEFT.test(paragraph.textContent);
  const own = rows.map((row) => {
    const text = isPlain ? '' : row.textContent;
    return isRightToLeft(text) ? 'rtl' : /\p{L}/u.test(text) ? 'ltr' : null;
  });
  const direction = own.find((one) => one !== null) ?? 'ltr';
  if (paragraph.dir !== direction) paragraph.dir = direction;
  rows.forEach((row, at) => {
    const letters = own[at] ?? direction;
    const isIsolated = letters !== direction || (!isPlain && DIRECTIONS.test(row.textContent));
    const isolated = isIsolated ? letters : '';
    if (row.dir === isolated) return;
    if (isolated === '') row.removeAttribute('dir');
    else row.dir = isolated;
  });
};

/** Writes the text between changed segments: a space, or nothing in scripts without spaces. */
const writeSpaces = (paragraph: HTMLElement): void => {
  let blank: Text | null = null;
  let before: HTMLElement | null = null;
  for (const node of [...paragraph.childNodes]) {
    if (node instanceof Text) blank = node;
    if (!(node instanceof HTMLElement && node.matches('.segment'))) continue;
    const isNeeded = before !== null && needsSpace(before.textContent, node.textContent);
    if (isNeeded && blank === null) before?.after(' ');
    if (!isNeeded) blank?.remove();
    [before, blank] = [node, null];
  }
};

export const createRows = (options: {
  readonly view: View;
  readonly named: boolean;
  readonly strings: ReaderStrings;
  /** The language of the transcript. Only the words have it: what is around them is in the language of the page. */
  readonly language: string | null;
  readonly timeLabel: (clock: string) => string;
}) => {
  const { view, named, strings, language, timeLabel } = options;
  const segmentStencil = view === 'lines' ? lineStencil() : inlineStencil();
  writeLanguage(textOfRow(segmentStencil), {}, language);
  const stencil = turnStencil(view, named);
  const timeButton = timeStencil();

  const writeTime = (time: Element | null | undefined, start_ms: number): void => {
    if (!time) return;
    const clock = formatClock(start_ms);
    time.setAttribute('aria-label', timeLabel(clock));
    time.textContent = clock;
  };

  /** Changes the speaker of a turn. The rows stay the same. */
  const rewriteTurn = (element: HTMLElement, speaker: Speaker): void => {
    element.className = `turn ${speakerClass(speaker)}${named ? '' : ' unnamed'}`;
    if (!named) return;
    const [who, rename] = element.firstElementChild?.children ?? [];
    const [badge, name] = who?.children ?? [];
    const shown = shownName(speaker, strings);
    if (badge) badge.textContent = speaker.badge;
    if (name) writeName(name as HTMLElement, shown);
    rename?.setAttribute('aria-label', strings.renameSpeaker(shown));
  };

  const createParagraph = (rows: readonly HTMLElement[], start_ms: number | null): HTMLElement => {
    const paragraph = make('p', 'paragraph', null);
    if (start_ms !== null) {
      const time = timeButton.cloneNode(true) as HTMLElement;
      writeTime(time, start_ms);
      paragraph.append(time);
    }
    let before: HTMLElement | null = null;
    for (const row of rows) {
      if (before && needsSpace(before.textContent, row.textContent)) paragraph.append(' ');
      paragraph.append(row);
      before = row;
    }
    writeDirections(paragraph);
    return paragraph;
  };

  /** `<section>` with a heading, if speakers are known, and the rows. Takes the segments of all turns. */
  const createTurn = (
    turn: Turn,
    rows: readonly HTMLElement[],
    segments: readonly Segment[],
  ): HTMLElement => {
    const element = stencil.cloneNode(true) as HTMLElement;
    rewriteTurn(element, turn.speaker);
    if (view === 'lines') {
      element.lastElementChild?.append(...rows);
      return element;
    }
    if (named) writeTime(element.firstElementChild?.lastElementChild, turn.start_ms);
    for (const { first, end } of toParagraphs(segments, turn)) {
      const isBelowHeading = named && first === turn.first;
      element.append(
        createParagraph(
          rows.slice(first - turn.first, end - turn.first),
          isBelowHeading ? null : (segments[first]?.start_ms ?? 0),
        ),
      );
    }
    return element;
  };

  const createRow = (segment: Segment, index: number): HTMLElement => {
    const row = segmentStencil.cloneNode(true) as HTMLElement;
    if (view === 'lines') writeTime(row.firstElementChild, segment.start_ms);
    writeText(view === 'lines' ? textOfRow(row) : row, segment);
    row.dataset['index'] = String(index);
    row.hidden = segment.text === '';
    if (segment.language !== undefined) writeLanguage(textOfRow(row), segment, language);
    return row;
  };

  return {
    view,
    createRow,
    /** Updates what has changed in a row. Its elements stay the same. */
    rewriteRow(row: HTMLElement, before: Segment, after: Segment): void {
      if (before.start_ms !== after.start_ms) writeTime(timeOfRow(row), after.start_ms);
      if (before.language !== after.language) writeLanguage(textOfRow(row), after, language);
      if (before.text === after.text) return;
      row.hidden = after.text === '';
      writeText(textOfRow(row), after);
      const paragraph = row.closest<HTMLElement>('.paragraph');
      if (!paragraph) return;
      writeSpaces(paragraph);
      writeDirections(paragraph);
    },
    createTurn,
    rewriteTurn,
    /** Puts the shared button next to a row. Call `alignAction` before it is drawn. */
    placeAction(row: HTMLElement, button: HTMLElement): void {
      if (view === 'lines') {
        button.style.removeProperty('inset-block-start');
        if (button.parentElement !== row) row.append(button);
      } else if (row.nextSibling !== button) row.after(button);
    },
    /** Puts the shared button on the height of the row's first line. Needs the layout. */
    alignAction(row: HTMLElement, button: HTMLElement): void {
      if (view === 'lines') return;
      const [box] = row.getClientRects();
      const paragraph = row.parentElement;
      if (!box || !paragraph) return;
      const middle = box.top + box.height / 2 - paragraph.getBoundingClientRect().top;
      const top = middle / scaleOf(paragraph) - button.offsetHeight / 2;
      button.style.setProperty('inset-block-start', `${Math.round(top)}px`);
    },
  };
};
