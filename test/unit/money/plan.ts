/** A history before it happens: what there is, and the steps of people, machines and the network. All of it is data. */
import type { SeededRandom } from '../../support/seeded-random.js';
import {
  HANDLER_CALLS,
  PAGE_CALLS,
  PAGE_TROUBLES,
  SERVICE_TROUBLES,
  type Trouble,
} from './network.js';

export interface ElementSetup {
  readonly kind: 'single' | 'list' | 'address';
  /** Index of the service and its backend. */
  readonly service: number;
  readonly manualStart: boolean;
  /** Empty for none. Two elements of a page may have the same one. */
  readonly id: string;
}

export interface Setup {
  readonly seed: number;
  /** The elements of each page, by its path. */
  readonly pages: readonly { readonly path: string; readonly elements: readonly ElementSetup[] }[];
  /** How many tabs are open. Each shows the first page at the beginning. */
  readonly tabs: number;
  /** True if pages say who is signed in (`user-key`); false if only the token does. */
  readonly hasUserKeys: boolean;
  readonly isShared: boolean;
  readonly isWatched: boolean;
  readonly tokenSeconds: number;
  readonly partSeconds: number;
  readonly taskMs: number;
  readonly failing: boolean;
  /** True if the service does not know an upload any more once it is complete, as S3. */
  readonly isForgetful: boolean;
}

/** Numbers choose among what there is at the time, so that a step means the same without those before it. */
export type Action =
  | { readonly do: 'choose'; readonly at: number; readonly files: number }
  | { readonly do: 'choose again'; readonly at: number; readonly which: number }
  | { readonly do: 'accept' | 'decline'; readonly at: number; readonly which: number }
  | {
      readonly do: 'retry' | 'start' | 'pause' | 'resume' | 'cancel' | 'forget' | 'switch multiple';
      readonly at: number;
    }
  | { readonly do: 'remove' | 'put back' | 'replace'; readonly at: number }
  | { readonly do: 'reload' | 'crash' | 'go to another page'; readonly at: number }
  | { readonly do: 'sign in'; readonly user: string }
  | { readonly do: 'network'; readonly trouble: Trouble }
  | { readonly do: 'store'; readonly is: 'works' | 'is full' | 'hangs' }
  | { readonly do: 'cut power'; readonly lostWrites: number }
  | { readonly do: 'restart handler' | 'rotate keys'; readonly service: number }
  | { readonly do: 'kill handler'; readonly service: number; readonly afterCalls: number }
  | { readonly do: 'fail key store'; readonly service: number; readonly times: number }
  | { readonly do: 'delay key store'; readonly service: number; readonly ms: number }
  | { readonly do: 'go offline' | 'come online' }
  /** Pages that are loaded from now on have their elements in the other order. */
  | { readonly do: 'turn pages round' }
  | { readonly do: 'set the clock'; readonly errorMs: number }
  | { readonly do: 'wait' };

/** An action, and the simulated time after it. */
export type Step = Action & { readonly thenMs: number };

export interface Plan {
  readonly setup: Setup;
  readonly steps: readonly Step[];
}

export const USERS = ['user-anna', 'user-bruno'] as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const setupOf = (seed: number, random: SeededRandom): Setup => {
  const element = (): ElementSetup => ({
    kind: random.pick(['single', 'single', 'single', 'list', 'address']),
    service: random.chance(0.15) ? 1 : 0,
    manualStart: random.chance(0.15),
    id: random.pick(['', '', 'first', 'second']),
  });
  const elements = Array.from({ length: random.pick([1, 1, 2]) }, element);
  return {
    seed,
    pages: [
      { path: '/case-1', elements },
      // Often the same template.
      { path: '/case-2', elements: random.chance(0.7) ? elements : [element()] },
    ],
    tabs: random.pick([1, 1, 2]),
    hasUserKeys: random.chance(0.4),
    isShared: random.chance(0.4),
    isWatched: random.chance(0.3),
    tokenSeconds: random.pick([86_400, 86_400, 600]),
    partSeconds: random.pick([43_200, 43_200, 1_800]),
    taskMs: random.pick([5_000, 40_000, 200_000]),
    failing: random.chance(0.1),
    isForgetful: random.chance(0.5),
  };
};

/** How often each action happens, relative to the others. */
const WEIGHTS: Readonly<Record<Action['do'], number>> = {
  ...{ choose: 3, 'choose again': 2, accept: 3, decline: 0.5, retry: 4, start: 1 },
  ...{ pause: 1, resume: 1, cancel: 0.5, forget: 0.5, wait: 2 },
  ...{ remove: 1, 'put back': 1, replace: 1, 'switch multiple': 1 },
  ...{ reload: 3, crash: 2, 'go to another page': 1, 'sign in': 1 },
  ...{ network: 8, store: 1, 'cut power': 1 },
  ...{
    'restart handler': 1,
    'rotate keys': 1,
    'kill handler': 1.5,
    'fail key store': 1,
    'delay key store': 1,
  },
  ...{ 'go offline': 0.5, 'come online': 1, 'set the clock': 0.5, 'turn pages round': 0.5 },
};

const pickWeighted = <T extends string>(
  weights: readonly (readonly [T, number])[],
  random: SeededRandom,
): T => {
  let at = random.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of weights) if ((at -= weight) < 0) return item;
  throw new Error('there is no weight');
};

const TIMES = [1, 1, 1, 3, 10] as const;

const troubleOf = (random: SeededRandom): Trouble =>
  random.chance(0.75)
    ? {
        call: random.pick([...PAGE_CALLS, 'submit', 'submit', 'submit', 'query'] as const),
        what: random.pick(PAGE_TROUBLES),
        times: random.pick(TIMES),
      }
    : {
        call: random.pick(HANDLER_CALLS),
        what: random.pick(SERVICE_TROUBLES),
        times: random.pick(TIMES),
      };

/** A submission whose answer is lost, and then a time of trouble; or a handler that dies within it. */
const stormOf = (random: SeededRandom): readonly Step[] => {
  const call = 'submit';
  const answerless = ['answer lost', 'half an answer', 'broken answer', '504 after it'] as const;
  const first = { call, what: random.pick(answerless), times: 1 } as const;
  const refusals = [
    '503 with Retry-After',
    '503 with Retry-After',
    'HTML 503',
    'JSON 404',
  ] as const;
  const trouble = { call, what: random.pick(refusals), times: 10 } as const;
  const afterCalls = random.between(0, 5);
  // Before the submission is sent.
  if (random.chance(0.2)) return [{ do: 'delay key store', service: 0, ms: 4_000, thenMs: 1 }];
  if (random.chance(0.25)) return [{ do: 'kill handler', service: 0, afterCalls, thenMs: 1 }];
  const next: Action = random.chance(0.7)
    ? { do: 'network', trouble }
    : { do: 'fail key store', service: 0, times: 40 };
  return [
    { do: 'network', trouble: first, thenMs: 1 },
    { ...next, thenMs: 1 },
  ];
};

/** Somebody else signs in during a slow call, and the next call refuses the token of before. */
const changeOf = (random: SeededRandom): readonly Step[] => {
  const [slow, next] = random.pick([
    ['plan', 'complete'],
    ['submit', 'query'],
  ] as const);
  return [
    { do: 'network', trouble: { call: slow, what: 'slow', times: 1 }, thenMs: 1 },
    { do: 'network', trouble: { call: next, what: '401', times: 1 }, thenMs: 1 },
    { do: 'choose', at: random.between(0, 11), files: 1, thenMs: 1 },
    { do: 'sign in', user: USERS[1], thenMs: 1_000 },
  ];
};

/** A page opens an address while there is no token, and is reloaded once there may be one. */
const tokenlessOf = (random: SeededRandom): readonly Step[] => {
  const what = random.pick(['503 with Retry-After', 'HTML 404', 'lost'] as const);
  const trouble: Trouble = { call: 'user-token', what, times: random.pick([10, 20, 30]) };
  const reload = { do: 'reload', at: 0 } as const;
  return [
    { do: 'network', trouble, thenMs: 1 },
    { ...reload, thenMs: random.pick([MINUTE, HOUR]) },
    { ...reload, thenMs: MINUTE },
  ];
};

const actionOf = (kind: Action['do'], random: SeededRandom): Action => {
  const at = random.between(0, 11);
  const which = random.between(0, 2);
  const service = random.chance(0.2) ? 1 : 0;
  switch (kind) {
    case 'choose':
      return { do: kind, at, files: random.pick([1, 1, 2]) };
    case 'choose again':
    case 'accept':
    case 'decline':
      return { do: kind, at, which };
    case 'sign in':
      return { do: kind, user: random.pick(USERS) };
    case 'network':
      return { do: kind, trouble: troubleOf(random) };
    case 'store':
      return { do: kind, is: random.pick(['works', 'is full', 'hangs']) };
    case 'cut power':
      return { do: kind, lostWrites: random.between(0, 6) };
    case 'restart handler':
    case 'rotate keys':
      return { do: kind, service };
    case 'kill handler':
      return { do: kind, service, afterCalls: random.between(0, 5) };
    case 'fail key store':
      return { do: kind, service, times: random.pick([1, 2, 4]) };
    case 'delay key store':
      return { do: kind, service, ms: random.pick([4_000, 30_000]) };
    case 'set the clock':
      return { do: kind, errorMs: random.pick([0, HOUR, -240 * HOUR]) };
    case 'go offline':
    case 'come online':
    case 'turn pages round':
    case 'wait':
      return { do: kind };
    default:
      return { do: kind, at };
  }
};

const pauseOf = (random: SeededRandom): number =>
  random.chance(0.02)
    ? 25 * HOUR
    : random.pick([1, 20, 1_000, 1_000, 5_000, 5_000, MINUTE, MINUTE, 5 * MINUTE, HOUR]);

export const planOf = (seed: number, random: SeededRandom): Plan => {
  const setup = setupOf(seed, random);
  // Only some kinds of actions happen in a history, and these more often.
  const weights = (Object.keys(WEIGHTS) as Action['do'][])
    .filter(() => random.chance(0.5))
    .map((kind) => [kind, WEIGHTS[kind]] as const);
  const step = (): Step => ({
    ...actionOf(
      pickWeighted([...weights, ['network', 1], ['retry', 1], ['wait', 0.5]], random),
      random,
    ),
    thenMs: pauseOf(random),
  });
  const isStormy = random.chance(0.15);
  const first: Step[] = [
    ...(isStormy ? stormOf(random) : []),
    ...(random.chance(0.4) ? [{ ...step(), thenMs: 1 }] : []),
    { do: 'choose', at: random.between(0, 11), files: 1, thenMs: random.pick([1, 20, 1_000]) },
  ];
  // Too rare to wait for.
  if (seed % 20 === 0) first.unshift(...changeOf(random));
  if (seed % 20 === 10) first.unshift(...tokenlessOf(random));
  const calm: readonly Step[] = isStormy ? [{ do: 'wait', thenMs: 5 * MINUTE }] : [];
  return {
    setup,
    steps: [...first, ...calm, ...Array.from({ length: random.between(3, 12) }, step)],
  };
};

/* ---- In words ---- */

const spent = (ms: number): string =>
  ms >= HOUR ? `${ms / HOUR} h` : ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`;

const inWords = (step: Step): string => {
  const { do: name, thenMs, ...rest } = step;
  const details = Object.values<unknown>('trouble' in rest ? rest.trouble : rest);
  return `${[name, ...details].join(' ')}, ${spent(thenMs)}`;
};

/** At most eight lines. */
export const describePlan = ({ setup, steps }: Plan): readonly string[] => {
  const { pages, seed: _seed, ...settings } = setup;
  const elements = pages.map(
    ({ path, elements: all }) =>
      `${path}: ${all
        .map(({ kind, service, manualStart, id }) =>
          [kind, id, `service ${service}`, ...(manualStart ? ['manual'] : [])].join(' '),
        )
        .join(', ')}`,
  );
  const words = steps.map(inWords);
  const size = Math.ceil(words.length / 6) || 1;
  const lines = Array.from({ length: Math.ceil(words.length / size) }, (_, line) =>
    words.slice(line * size, (line + 1) * size).join('; '),
  );
  return [elements.join('; '), JSON.stringify(settings), ...lines];
};
