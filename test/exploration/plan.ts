/** What people do in a history. The same seed gives the same steps. */
import type { Fault, FaultPlace } from '../../demo/sandbox/index.js';
import { seededRandom, type SeededRandom } from '../support/seeded-random.js';

export const PEOPLE = ['anna', 'bruno'] as const;
export type Person = (typeof PEOPLE)[number];

/** The pages of the demo that a history can take place on. */
export const PAGES = [
  '?tab=own',
  '?tab=own&multiple',
  'demo/two.html',
  'demo/form.html',
  'demo/vue/index.html',
] as const;

/** Numbers of an open tab and of an element in it. They are taken modulo the number of those that exist. */
export interface Place {
  readonly tab: number;
  readonly element: number;
}

export type Step =
  | (Place & {
      readonly kind:
        | 'choose'
        | 'choose-again'
        | 'drop'
        | 'paste'
        | 'undo-all'
        | 'export'
        | 'move'
        | 'reset';
    })
  /** A number draws one of the buttons that are shown, a text is the button's name. */
  | (Place & { readonly kind: 'press'; readonly button: number | string })
  | (Place & { readonly kind: 'correct' | 'split'; readonly line: number })
  /** With the menu of a line; `key` ends the editing. */
  | (Place & { readonly kind: 'edit'; readonly line: number; readonly key: string })
  | (Place & { readonly kind: 'rename' | 'search'; readonly key: string })
  | (Place & { readonly kind: 'set'; readonly name: string; readonly value: string | null })
  | { readonly kind: 'keys'; readonly tab: number; readonly keys: readonly string[] }
  | { readonly kind: 'reload' | 'leave-and-return' | 'close-tab' | 'forget'; readonly tab: number }
  | { readonly kind: 'open-tab' | 'mend' }
  | { readonly kind: 'sign-in'; readonly tab: number; readonly person: Person }
  | { readonly kind: 'offline' | 'disk-full'; readonly on: boolean }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'wait' | 'set-clock'; readonly ms: number }
  | { readonly kind: 'turn'; readonly tab: number; readonly width: number };

export interface Plan {
  readonly seed: number;
  readonly page: (typeof PAGES)[number];
  /** True if nobody waits for the page to react. */
  readonly isHurried: boolean;
  /** True if the elements of the first tab are reset at the end. */
  readonly isReset: boolean;
  readonly steps: readonly Step[];
}

const FAULT_AT: readonly [FaultPlace, ...FaultPlace[]] = [
  'user-token',
  'upload-plan',
  'part',
  'complete-upload',
  'submit',
  'query',
];

const faultOf = (random: SeededRandom): Fault => {
  const at = random.pick(FAULT_AT);
  const times = random.pick([1, 2, 3, 30]);
  return random.pick<Fault>([
    { name: 'status', at, status: random.pick([500, 502, 503, 429, 404, 403]), times },
    { name: 'html-error', at, times },
    { name: 'sign-in-page', at, times },
    { name: 'offline-page', at, times },
    { name: 'reset-at-once', at, times },
    { name: 'reset-after-body', at, times },
    { name: 'slow-answer', at, ms: random.pick([500, 2_000]), times },
    { name: 'slow-answer', at: 'part', ms: 3_000, times: 'always' },
    // Only where a page waits: the handler waits in real time.
    { name: 'no-answer', at: random.pick(['upload-plan', 'part', 'complete-upload']), times },
    { name: 'token-expires', at: 'upload-plan' },
    { name: 'task-failure', at: 'query' },
    { name: 'slow-merge', at: 'complete-upload', ms: 1_500, times: 'always' },
    { name: 'weak-etag', at: 'part', times },
    { name: 'expired', at: 'part', times },
    { name: 'unknown-upload', at: 'complete-upload', times },
    { name: 'missing-etag', at: 'part', times },
  ]);
};

const KEYS: readonly [string, ...string[]] = [
  ...(['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Enter', 'Space', 'Escape', 'ArrowDown'] as const),
  ...['ArrowUp', 'Home', 'e', 'l', '1', 'Control+z', 'Control+f'],
];

const SETTINGS: readonly [Setting, ...Setting[]] = [
  ['locale', 'de'],
  ...(['ar', null] as const).map((value): Setting => ['locale', value]),
  ...(['rtl', null] as const).map((value): Setting => ['dir', value]),
  ['language', 'de'],
  ...['compact', 'disabled', 'read-only', 'multiple', 'manual-start'].flatMap((name): Setting[] => [
    [name, ''],
    [name, null],
  ]),
];
type Setting = readonly [name: string, value: string | null];

/** In ms. */
const WAITS = [1_000, 10_000, 60_000, 600_000, 3_600_000, 86_400_000] as const;

/** How often each kind of step occurs, and how it is drawn. */
const KINDS: readonly (readonly [number, (random: SeededRandom, at: Place) => Step])[] = [
  [6, (_random, at) => ({ kind: 'choose', ...at })],
  [2, (_random, at) => ({ kind: 'choose-again', ...at })],
  [2, (_random, at) => ({ kind: 'drop', ...at })],
  [2, (_random, at) => ({ kind: 'paste', ...at })],
  [15, (random, at) => ({ kind: 'press', ...at, button: random.between(0, 9_999) })],
  [
    5,
    (random, { tab }) => {
      const keys = Array.from({ length: random.between(1, 6) }, () => random.pick(KEYS));
      return { kind: 'keys', tab, keys };
    },
  ],
  [3, (random, at) => ({ kind: 'correct', ...at, line: random.between(0, 5) })],
  [2, (random, at) => ({ kind: 'split', ...at, line: random.between(0, 5) })],
  [
    4,
    (random, at) => {
      const key = random.pick(['Control+Enter', 'Escape', 'Enter', 'Tab', 'Shift']);
      return { kind: 'edit', ...at, line: random.between(0, 5), key };
    },
  ],
  [1, (random, at) => ({ kind: 'rename', ...at, key: random.pick(['Enter', 'Escape', 'Tab']) })],
  [2, (random, at) => ({ kind: 'search', ...at, key: random.pick(['Enter', 'Escape', 'Tab']) })],
  [1, (_random, at) => ({ kind: 'undo-all', ...at })],
  [1, (_random, at) => ({ kind: 'export', ...at })],
  [1, (_random, at) => ({ kind: 'reset', ...at })],
  [4, (_random, { tab }) => ({ kind: 'reload', tab })],
  [2, (_random, { tab }) => ({ kind: 'leave-and-return', tab })],
  [3, () => ({ kind: 'open-tab' })],
  [2, (_random, { tab }) => ({ kind: 'close-tab', tab })],
  [2, (random, { tab }) => ({ kind: 'sign-in', tab, person: random.pick(PEOPLE) })],
  [1, (_random, { tab }) => ({ kind: 'forget', tab })],
  [2, (random) => ({ kind: 'offline', on: random.chance(0.5) })],
  [1, (random) => ({ kind: 'disk-full', on: random.chance(0.6) })],
  [6, (random) => ({ kind: 'fault', fault: faultOf(random) })],
  [3, () => ({ kind: 'mend' })],
  [6, (random) => ({ kind: 'wait', ms: random.pick(WAITS) })],
  [1, (random) => ({ kind: 'set-clock', ms: random.pick([-7_200_000, -60_000, 3_600_000]) })],
  [
    5,
    (random, at) => {
      const [name, value] = random.pick(SETTINGS);
      return { kind: 'set', ...at, name, value };
    },
  ],
  [2, (_random, at) => ({ kind: 'move', ...at })],
  [2, (random, { tab }) => ({ kind: 'turn', tab, width: random.pick([320, 390, 768, 1280]) })],
];

const ALL_WEIGHTS = KINDS.reduce((sum, [weight]) => sum + weight, 0);

const stepOf = (random: SeededRandom): Step => {
  const at = { tab: random.between(0, 2), element: random.between(0, 1) };
  let drawn = random.next() * ALL_WEIGHTS;
  for (const [weight, draw] of KINDS) {
    drawn -= weight;
    if (drawn < 0) return draw(random, at);
  }
  return { kind: 'mend' };
};

/** Each history begins with a recording, in half of them with a fault before it. */
export const planOf = (seed: number, length = 24): Plan => {
  // Neighbouring seeds would begin alike.
  const random = seededRandom(Math.imul(seed, 0x9e37_79b1) >>> 0);
  const page = random.pick(PAGES);
  const isHurried = random.chance(0.4);
  const isReset = random.chance(0.3);
  const first: Step[] = random.chance(0.5) ? [{ kind: 'fault', fault: faultOf(random) }] : [];
  first.push({ kind: 'choose', tab: 0, element: 0 });
  const rest = Array.from({ length: length - first.length }, () => stepOf(random));
  return { seed, page, isHurried, isReset, steps: [...first, ...rest] };
};

/** The plan as code for `kept.ts`. */
export const describePlan = ({ seed, page, isHurried, isReset, steps }: Plan): string =>
  [
    `  {\n    seed: ${seed},\n    page: '${page}',\n    isHurried: ${isHurried},\n    isReset: ${isReset},\n    steps: [`,
    ...steps.map((step) => `      ${JSON.stringify(step).replace(/"(\w+)":/g, '$1: ')},`),
    '    ],\n  },',
  ].join('\n');
