import { fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { createReaderStore, DEFAULT_PREFERENCES, initialState } from '../../../src/reader/store.js';
import type { View } from '../../../src/reader/turns/rows.js';
import { createTurnList, type TurnList } from '../../../src/reader/turns/turn-list.js';
import type { Timers } from '../../../src/reader/player/timers.js';
import { readerStyles } from '../../../src/reader/reader-controller.js';
import { englishReaderStrings } from '../../support/strings.js';
import { controls } from '../../../src/ui/controls.styles.js';
import { tokens } from '../../../src/ui/tokens.js';
import { GO_BUTTON, PARAGRAPH } from './reader-support.js';

class ListHost extends LitElement {
  static override styles = [tokens, controls, ...readerStyles];
  override render() {
    return html`<section class="reader" part="reader" aria-label="Reader"></section>`;
  }
}
customElements.define('list-host', ListHost);

export const speech = (count: number, turn = 3): Transcript =>
  normaliseTranscript({
    language: 'en',
    segments: Array.from({ length: count }, (_, at) => ({
      speaker: `Speaker ${Math.floor(at / turn) % 4}`,
      start_ms: at * 1000,
      end_ms: at * 1000 + 900,
      text: `Sentence ${at}: ${'and so on, '.repeat(at % 30)}until the end.`,
    })),
  });

interface ListSettings {
  readonly grow?: boolean;
  readonly view?: View;
  /** True if segments can be played, which is the default. */
  readonly hasAudio?: boolean;
  readonly timers?: Timers;
}

/** Shows the list of a transcript, which renders more rows only when `turn` is called, unless `grow` is set. */
export const showList = async (
  transcript: Transcript,
  { grow = false, view = 'paragraphs', hasAudio = true, timers }: ListSettings = {},
) => {
  const host = await fixture<ListHost>(html`<list-host></list-host>`);
  const asked = { segments: [] as number[], speakers: [] as number[], changes: 0 };
  const waiting: (() => void)[] = [];
  let clock = 0;
  const state = initialState(transcript, '', { ...DEFAULT_PREFERENCES, view });
  const audio = hasAudio ? 'ready' : 'none';
  const store = createReaderStore({ ...state, playback: { ...state.playback, audio } });
  const next = (callback: () => void): void => void waiting.push(callback);
  const list: TurnList = createTurnList(
    { store, strings: englishReaderStrings },
    (index) => asked.segments.push(index),
    { ...(timers && { timers }), ...(!grow && { pace: { now: () => (clock += 10), next } }) },
  );
  store.subscribe((_, __, event) => {
    if (event.type === 'name-speaker') asked.speakers.push(event.turn);
    if (event.type === 'rows-changed') asked.changes += 1;
  });
  host.renderRoot.querySelector('[part~="reader"]')?.append(list.element);
  return {
    host,
    list,
    store,
    /** The transcript can be corrected from now on. */
    allowEditing: () =>
      store.dispatch({ type: 'editing', editing: { canUndo: false, canRedo: false } }),
    asked,
    waiting,
    root: host.renderRoot as ShadowRoot,
    rows: () => [...list.scroller.querySelectorAll<HTMLElement>('[part~="segment"][data-index]')],
    texts: () =>
      [...list.scroller.querySelectorAll('[part~="segment"]')].map(
        (row) => (row.querySelector('p') ?? row).textContent,
      ),
    turn: () => waiting.shift()?.(),
    update: (after: Transcript) =>
      store.dispatch({ type: 'corrected', transcript: after, original: transcript, edits: [] }),
  };
};

/** The row with the speaker's name of a segment's turn. */
export const headingOf = (row: Element | undefined): HTMLElement | null =>
  row?.closest('[part~="turn"]')?.querySelector('h3')?.parentElement ?? null;

/** Moves the focus to the end of the transcript, as the skip button does. */
export const skipList = ({ element }: TurnList): void =>
  element.querySelector<HTMLElement>('button')?.click();

/** Index of the segment that the shared button is beside; undefined if there is no button. */
export const actionIndex = ({ scroller }: TurnList): number | undefined => {
  const button = scroller.querySelector(`:is(li, ${PARAGRAPH}) > button:not(${GO_BUTTON})`);
  const row = button?.closest('li') ?? button?.previousElementSibling;
  return row instanceof HTMLElement ? Number(row.dataset['index']) : undefined;
};

export const frames = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
};

/** More frames than a correction of the scroll position can pause for. */
const STILL_FRAMES = 8;

/** Waits until a container is not scrolled any more. */
export const untilStill = async (scroller: Element): Promise<void> => {
  for (let still = 0; still < STILL_FRAMES;) {
    const before = scroller.scrollTop;
    await frames(1);
    still = scroller.scrollTop === before ? still + 1 : 0;
  }
};

/** Distance of an element below the top of a container, in px. */
export const topIn = (container: Element, element: Element): number =>
  element.getBoundingClientRect().top - container.getBoundingClientRect().top;
