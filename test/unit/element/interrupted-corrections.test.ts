/** Corrections and drafts, through random interruptions, against a simple model. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EditStore } from '../../../src/engine.js';
import { StoredTranscript } from '../../../src/element/stored-transcript.js';
import { EMPTY_RECORDS, known } from '../../support/own-scope.js';
import { seededRandom } from '../../support/seeded-random.js';
import { seededRuns } from '../../support/seeded-runs.js';

const LINES = 12;
const data = {
  text: '',
  language: 'en',
  duration: LINES,
  segments: Array.from({ length: LINES }, (_, at) => ({
    ...{ speaker: 'S1', start_ms: at * 1_000, end_ms: at * 1_000 + 900 },
    text: `line ${at}`,
  })),
};

/** One browser: a store that can be full, and one lock for all tabs. */
const createBrowser = () => {
  let record: unknown;
  let full = false;
  let last: Promise<void> = Promise.resolve();
  const store = (isDead: () => boolean): EditStore => ({
    load: () => Promise.resolve(structuredClone(record)),
    save(_scope, _id, value) {
      // A tab that was killed writes nothing more.
      if (isDead()) return new Promise(() => undefined);
      if (full) return Promise.reject(new Error('The disk is full.'));
      record = structuredClone(value);
      return Promise.resolve();
    },
    remove() {
      if (!isDead()) record = undefined;
      return Promise.resolve();
    },
    ...EMPTY_RECORDS,
  });
  /** A tab that dies releases its lock. */
  const exclusive =
    (dead: Promise<void>) =>
    (_name: string, task: () => Promise<void>): Promise<void> => {
      const turn = last.then(task);
      last = Promise.race([turn, dead]).catch(() => undefined);
      return turn;
    };
  return {
    store,
    exclusive,
    setFull: (now: boolean) => (full = now),
    signOut: () => (record = undefined),
  };
};

interface Tab {
  readonly shown: StoredTranscript;
  readonly kill: () => void;
  /** True once it told the user that nothing can be stored. */
  readonly hasWarned: () => boolean;
}

const openTab = async (browser: ReturnType<typeof createBrowser>): Promise<Tab> => {
  let isDead = false;
  let warned = false;
  let die = (): void => undefined;
  const dead = new Promise<void>((resolve) => (die = resolve));
  const host = {
    ...{ addController: () => undefined, removeController: () => undefined },
    ...{ requestUpdate: () => undefined, updateComplete: Promise.resolve(true) },
  };
  const scope = () => 'page:cleo';
  const shown = new StoredTranscript(host, {
    store: browser.store(() => isDead),
    scope: {
      ...known(scope),
      resolve: () => Promise.resolve(scope()),
      connect: () => () => undefined,
      current: (scope) => scope,
    },
    ...{ onChange: () => undefined, onEditable: () => undefined },
    onUnavailable: () => (warned = true),
    exclusive: browser.exclusive(dead),
  });
  shown.show('task', data);
  await shown.settled();
  return {
    shown,
    kill() {
      isDead = true;
      die();
    },
    hasWarned: () => warned,
  };
};

const textOf = ({ shown }: Tab, line: number): string | undefined =>
  shown.current?.segments[line]?.text;

const draftOf = ({ shown }: Tab, line: number): string | undefined =>
  shown.drafts.find(({ first }) => first === line)?.text;

/** One story: two tabs edit, each its own half of the lines, and are interrupted. */
const live = async (seed: number): Promise<Readonly<Record<string, number>>> => {
  const random = seededRandom(seed);
  const browser = createBrowser();
  const counts: Record<string, number> = {};
  let tabs: Tab[] = [await openTab(browser), await openTab(browser)];
  let isFull = false;
  let wasFull = false;
  /** What is stored for sure, and what was changed since the tab last settled: it may be stored or not. */
  const certain = new Map<string, string | undefined>();
  const pending = [
    new Map<string, Set<string | undefined>>(),
    new Map<string, Set<string | undefined>>(),
  ];
  const note = (tab: number, key: string, value: string | undefined): void => {
    const own = pending[tab]?.get(key) ?? new Set([certain.get(key)]);
    // The newest is the last one.
    own.delete(value);
    pending[tab]?.set(key, own.add(value));
  };
  const settle = async (at: number): Promise<void> => {
    const tab = tabs[at];
    if (!tab) return;
    // What could not be stored is written with the next change.
    if (!isFull && wasFull) tab.shown.setDrafts(tab.shown.drafts);
    await tab.shown.settled();
    if (isFull) return;
    for (const [key, values] of pending[at] ?? []) certain.set(key, [...values].at(-1));
    pending[at]?.clear();
  };

  for (let step = 0; step < 14; step += 1) {
    const at = random.between(0, 1);
    const tab = tabs[at];
    if (!tab) continue;
    const line = random.between(0, LINES / 2 - 1) * 2 + at;
    const action = random.pick([
      ...(['save', 'save', 'type', 'type', 'discard', 'settle', 'settle'] as const),
      ...(['reload', 'kill', 'quota', 'sign-out'] as const),
    ] as const);
    counts[action] = (counts[action] ?? 0) + 1;
    if (action === 'save') {
      const text = `saved ${seed}-${step}`;
      tab.shown.edit([{ kind: 'correct-text', segment: line, text }]);
      note(at, `text ${line}`, text);
    } else if (action === 'type' || action === 'discard') {
      const others = tab.shown.drafts.filter(({ first }) => first !== line);
      const text = action === 'type' ? `draft ${seed}-${step}` : undefined;
      tab.shown.setDrafts(
        text === undefined ? others : [...others, { first: line, end: line + 1, text }],
      );
      note(at, `draft ${line}`, text);
    } else if (action === 'settle') await settle(at);
    else if (action === 'quota') {
      await settle(0);
      await settle(1);
      browser.setFull((isFull = !isFull));
      wasFull = true;
    } else if (action === 'sign-out') {
      for (const one of tabs) await one.shown.forget(null);
      browser.signOut();
      certain.clear();
      for (const one of pending) one.clear();
      for (const one of tabs) one.kill();
      tabs = [await openTab(browser), await openTab(browser)];
    } else {
      if (action === 'reload') await settle(at);
      tab.kill();
      tabs[at] = await openTab(browser);
      const next = tabs[at];
      for (const [key, values] of pending[at] ?? []) {
        const [kind, own] = key.split(' ');
        const now = kind === 'text' ? textOf(next, Number(own)) : draftOf(next, Number(own));
        const found = kind === 'text' && now === `line ${own}` ? undefined : now;
        assert.ok(values.has(found), `seed ${seed}, step ${step}: ${key} is ${found}`);
        if (action === 'reload' && found !== [...values].at(-1))
          assert.ok(tab.hasWarned(), `seed ${seed}: ${key} was lost without a warning`);
        certain.set(key, found);
      }
      pending[at]?.clear();
    }
  }
  browser.setFull((isFull = false));
  for (const at of [0, 1]) {
    // A correction that could not be stored is written with the next one.
    if ((pending[at]?.size ?? 0) > 0) tabs[at]?.shown.setDrafts(tabs[at].shown.drafts);
    await settle(at);
  }
  const last = await openTab(browser);
  for (const [key, value] of certain) {
    const [kind, own] = key.split(' ');
    const expected = kind === 'text' ? (value ?? `line ${own}`) : value;
    const now = kind === 'text' ? textOf(last, Number(own)) : draftOf(last, Number(own));
    assert.equal(now, expected, `seed ${seed}: ${key}`);
  }
  return counts;
};

const LIVES = seededRuns(250, 1_000);

describe('corrections and drafts', () => {
  it(`survive ${LIVES} random lives with reloads, crashes, a full disk, two tabs and sign-outs`, async () => {
    const total: Record<string, number> = {};
    for (let seed = 1; seed <= LIVES; seed += 1)
      for (const [action, count] of Object.entries(await live(seed)))
        total[action] = (total[action] ?? 0) + count;
    for (const action of ['reload', 'kill', 'quota', 'sign-out'])
      assert.ok((total[action] ?? 0) > LIVES / 4, `${action}: ${total[action]}`);
  });
});
