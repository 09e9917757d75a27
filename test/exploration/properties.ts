/** What must hold in every history. Each property returns what is wrong, or null. */
import type { History, Seen } from './facts.js';
import type { ElementLook, Memory, TabLook } from './look.js';
import { marksIn, textOf, type Recording } from './recordings.js';

type Property = (history: History) => string | null;

const firstOf = <Item>(
  items: Iterable<Item>,
  wrong: (item: Item) => string | null,
): string | null => {
  for (const item of items) {
    const what = wrong(item);
    if (what !== null) return what;
  }
  return null;
};

const inEachTab =
  (wrong: (seen: Seen) => string | null): Property =>
  ({ seen }) =>
    firstOf(seen, wrong);

const ofEachRecording =
  (wrong: (recording: Recording) => string | null): Property =>
  ({ recordings }) =>
    firstOf(recordings, wrong);

const isForeign = (mark: string, { people, chosen }: Seen): boolean =>
  ![...people, 'either'].some((owner) => mark.startsWith(owner)) && !chosen.has(mark);

/** States that end by themselves, or that a person ends. */
export const mayRest = ({ state, buttons }: ElementLook): boolean =>
  state === 'idle' ||
  state === 'ready' ||
  (/^(?:failed|paused|preparing)$/.test(state) && buttons.length > 0);

/** How much more a page may hold than a new one: the code that was loaded meanwhile, with its templates, and axe. */
const MORE_MEMORY: Readonly<Record<keyof Memory, number>> = {
  ...{ addresses: 0, workers: 0, nodes: 4_000, heap: 16_000_000 },
};

export const isFocusLost = (look: TabLook, before: TabLook | null): boolean =>
  before?.focus === 'element' && look.focus === 'nowhere';

export const PROPERTIES = {
  'paid once for a decision': ofEachRecording(({ mark, paid, decisions }) =>
    paid > decisions ? `${mark}: ${paid} tasks for ${decisions} decisions` : null,
  ),
  'nothing paid is lost': ofEachRecording(({ mark, paid, reached, dismissed }) =>
    paid > 0 && !reached && !dismissed ? `${mark} is neither shown nor offered` : null,
  ),
  'nothing reaches another person': (history) =>
    ofEachRecording(({ mark, owner, senders }) => {
      const foreign = owner !== null && [...senders].find((sender) => sender !== owner);
      return foreign ? `${mark} was uploaded for ${foreign}` : null;
    })(history) ??
    inEachTab((seen) =>
      firstOf(seen.look.elements, ({ text }) => {
        const foreign = [...marksIn(text)].find((mark) => isForeign(mark, seen));
        return foreign === undefined
          ? null
          : `${[...seen.people].join(' and ')} is shown ${foreign}`;
      }),
    )(history),
  'nothing reaches another place': ({ seen, recordings }) =>
    firstOf(
      seen.flatMap(({ look }) => look.elements),
      ({ id, text }) => {
        const marks = marksIn(text);
        const foreign = recordings.find(({ mark, places }) => marks.has(mark) && !places.has(id));
        return foreign === undefined ? null : `#${id} shows ${foreign.mark}`;
      },
    ),
  'no text is lost or doubled': inEachTab(({ look }) =>
    firstOf(look.elements, ({ id, transcript }) => {
      // The example of the page has no id.
      if (id === '' || transcript === null || transcript.edits > 0) return null;
      const [mark = ''] = marksIn(transcript.text);
      return transcript.text === textOf(mark) ? null : `the text is ${transcript.text}`;
    }),
  ),
  'every state can be left': ({ atRest }) =>
    firstOf(atRest, (look) =>
      mayRest(look) ? null : `still “${look.state}” after quiet hours: ${look.text}`,
    ),
  'progress does not go back': inEachTab(({ look }) => look.noted[0] ?? null),
  'no correction is lost': inEachTab(({ look, textBefore }) =>
    firstOf(look.elements, ({ id, transcript }) => {
      const before = textBefore?.elements.find((other) => other.id === id)?.transcript;
      if (!before || transcript === null) return null;
      const isSame = [...marksIn(transcript.text)].every((mark) => before.text.includes(mark));
      return !isSame || before.text === transcript.text
        ? null
        : `“${before.text}” became “${transcript.text}”`;
    }),
  ),
  'no value shows through': inEachTab(({ look }) =>
    firstOf(
      look.elements,
      ({ text }) => /.{20}(?:undefined|NaN|\[object|null)/.exec(text)?.[0] ?? null,
    ),
  ),
  'the focus is not lost': inEachTab(({ look, focusBefore }) =>
    isFocusLost(look, focusBefore) ? 'the focus went from the element to the body' : null,
  ),
  'no complaint is unexplained': inEachTab(({ complaints }) => complaints[0] ?? null),
  'axe finds nothing': inEachTab(({ barriers }) => barriers[0] ?? null),
  'nothing is left over': ({ leftOver }) => leftOver[0] ?? null,
  'reset() frees the memory': ({ memory }) =>
    firstOf(Object.keys(MORE_MEMORY) as (keyof Memory)[], (name) => {
      if (memory === null) return null;
      const [after, start] = [memory.afterReset[name], memory.atStart[name]];
      return after > start + MORE_MEMORY[name] ? `${after} ${name} instead of ${start}` : null;
    }),
} as const satisfies Record<string, Property>;

export type PropertyName = keyof typeof PROPERTIES;

export interface Violation {
  readonly property: PropertyName;
  readonly what: string;
}

export const violationIn = (history: History): Violation | null => {
  for (const [property, find] of Object.entries(PROPERTIES)) {
    const what = find(history);
    if (what !== null) return { property: property as PropertyName, what };
  }
  return null;
};
