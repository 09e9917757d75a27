/** Plays histories: real pages in a real browser, with the real handler and the sandbox. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { startDemo } from '../../demo/start-demo.js';
import { PAGES } from '../e2e/global-setup.js';
import { createActor } from './act.js';
import type { History, Seen } from './facts.js';
import {
  axeIn,
  evaluateIn,
  memoryIn,
  storedIn,
  type ElementLook,
  type Memory,
  type TabLook,
} from './look.js';
import { PEOPLE, type Plan, type Step } from './plan.js';
import { isFocusLost, mayRest } from './properties.js';
import { createRecordings } from './recordings.js';
import { openStage, type Stage, type Tab } from './stage.js';

/** In bytes. */
const CHUNK_SIZE = 64 * 1024;

/** How often, and how many ms at a time, the owners look after their recordings at the end. */
const ROUNDS = 12;
const ROUND_MS = 600_000;

/** In ms of real time: how long a busy machine may take to react at the end. */
const PATIENCE_MS = 10_000;

/** In ms of real time: between two rounds, for what the service does meanwhile. */
const SERVICE_MS = 500;

/** The buttons with which an owner continues what was offered at the end. */
const CONTINUES = /^(?:continue|resume|try again|start)/i;

/** Others load the page again or disable the element. */
const keepsFocus = (step: Step): boolean =>
  step.kind === 'keys'
    ? !step.keys.some((key) => key.endsWith('Tab'))
    : !/^(?:reload|leave-and-return|sign-in|move|turn)$/.test(step.kind) &&
      !(step.kind === 'set' && step.name === 'disabled');

/** Whoever presses a button in this tab has the keyboard there, too. `index` and `count`: of the tabs. */
const withFocus = (
  look: TabLook | null,
  step: Step,
  index: number,
  count: number,
): TabLook | null =>
  look !== null && step.kind === 'press' && step.tab % count === index
    ? { ...look, focus: 'element' }
    : look;

/** These steps leave each transcript as it is. */
const KEEPS_TEXT =
  /^(?:reload|leave-and-return|open-tab|move|turn|wait|set-clock|set|fault|mend|offline|export)$/;

const NOTHING_BEFORE = { focusBefore: null, textBefore: null };

export const openWorld = async (browser: Browser) => {
  const directory = await mkdtemp(join(tmpdir(), 'explore-'));
  const recordings = createRecordings();
  let passedMs = 0;
  const demo = await startDemo({
    pages: PAGES,
    sandbox: {
      directory,
      recognizer: recordings.recognizer,
      chunkSize: () => CHUNK_SIZE,
      clock: { now: () => Date.now() + passedMs },
    },
  });
  const { sandbox } = demo.backend;
  if (sandbox === null) throw new Error('The demo runs without its sandbox.');
  /** What axe has found nothing in. */
  const clean = new Set<string>();

  const note = async (
    tab: Tab,
    before: Pick<Seen, 'focusBefore' | 'textBefore'> = NOTHING_BEFORE,
  ): Promise<Seen> => {
    const { look, people, chosen, complaints } = tab;
    for (const { transcript } of look.elements)
      for (const person of people) recordings.reach(transcript?.text ?? '', person);
    const signature = JSON.stringify(
      look.elements.map(({ state, buttons }) => [
        state,
        buttons.map((name) => name.replace(/\d+/g, '')),
      ]),
    );
    const barriers =
      look.elements.length === 0 || clean.has(signature) ? [] : await axeIn(tab.page);
    if (barriers.length === 0) clean.add(signature);
    tab.complaints = [];
    return {
      ...{ look, people: new Set(people), chosen: new Set(chosen) },
      ...{ ...before, barriers, complaints },
    };
  };

  type Act = (step: Step) => Promise<Step | null>;
  type Pass = (ms: number) => Promise<void>;

  /** What the first tab holds once nobody works in it. */
  const resetFirst = async (stage: Stage, act: Act, pass: Pass): Promise<Memory | null> => {
    await stage.settle();
    const [tab] = stage.tabs();
    if (tab === undefined) return null;
    const elements = [...tab.look.elements.keys()];
    // What the microphone recorded stays, and holds memory while it is shown. Its person discards it, and confirms that.
    const discard = { kind: 'press', button: 'Discard' } as const;
    for (const step of [{ kind: 'reset' } as const, discard, discard]) {
      for (const element of elements) await act({ ...step, tab: 0, element });
      // A downloaded file is released after a while.
      await pass(ROUND_MS);
      await stage.settle(PATIENCE_MS);
    }
    return memoryIn(tab.page);
  };

  /** Quiet hours, in which each owner comes back and continues what is offered. */
  const end = async (
    stage: Stage,
    isReset: boolean,
    act: Act,
    pass: Pass,
  ): Promise<Pick<History, 'atRest' | 'seen' | 'leftOver' | 'memory'>> => {
    sandbox.faults.clear();
    await stage.setOffline(false);
    const afterReset = isReset ? await resetFirst(stage, act, pass) : null;
    for (const tab of stage.tabs()) await stage.closeTab(tab);
    const seen: Seen[] = [];
    const atRest: ElementLook[] = [];
    for (const person of PEOPLE) {
      await stage.signIn(person);
      const tab = await stage.openTab();
      await stage.settle();
      for (let round = 0, isBusy = true; round < ROUNDS && isBusy; round++) {
        let pressed = 0;
        for (const [element, { text, buttons }] of tab.look.elements.entries()) {
          recordings.reach(text, person);
          for (const button of buttons.filter((name) => CONTINUES.test(name)))
            if ((await act({ kind: 'press', tab: 0, element, button })) !== null) pressed += 1;
        }
        await pass(ROUND_MS);
        const hasChanged = await stage.settle(PATIENCE_MS);
        const areAtRest = tab.look.elements.every(mayRest);
        if (!areAtRest) await sleep(SERVICE_MS);
        isBusy = hasChanged || pressed > 0 || !areAtRest;
        seen.push(await note(tab));
      }
      atRest.push(...tab.look.elements);
      await stage.closeTab(tab);
    }
    const tab = await stage.openTab();
    await act({ kind: 'forget', tab: 0 });
    await stage.settle();
    const leftOver = await evaluateIn(tab.page, storedIn);
    const memory = afterReset && { afterReset, atStart: await memoryIn(tab.page) };
    return { seen, atRest, leftOver, memory };
  };

  /** Who has completed the upload of a recording. */
  const noteSenders = (stage: Stage, from: number): void => {
    for (const { kind, status, session, ids = [] } of sandbox.log.filter(
      ({ number }) => number > from,
    ))
      if (kind === 'complete-upload' && status === 200)
        for (const id of ids) {
          const path = sandbox.uploadedFile(id);
          const recording = path === undefined ? undefined : recordings.ofFile(path);
          const sender = PEOPLE.find((person) => stage.userOf(person) === session);
          if (sender !== undefined) recording?.senders.add(sender);
        }
  };

  const play = async ({ page, isHurried, isReset, steps }: Plan): Promise<History> => {
    recordings.clear();
    sandbox.faults.clear();
    passedMs = 0;
    const loggedBefore = sandbox.log.at(-1)?.number ?? 0;
    const stage = await openStage(browser, demo, page);
    const pass = async (ms: number): Promise<void> => {
      passedMs += ms;
      await stage.context.clock.fastForward(ms);
    };
    const act = createActor(stage, {
      recordings,
      faults: sandbox.faults,
      pass,
      now: () => Date.now() + passedMs,
    });
    try {
      await stage.settle();
      const taken: Step[] = [];
      const seen: Seen[] = [];
      for (const step of steps) {
        const before = new Map(stage.tabs().map((tab) => [tab, tab.look]));
        const done = await act(step);
        if (done === null) continue;
        taken.push(done);
        const focusBefore = (tab: Tab, index: number): TabLook | null =>
          keepsFocus(step)
            ? withFocus(before.get(tab) ?? null, step, index, stage.tabs().length)
            : null;
        if (isHurried) await stage.glance();
        else await stage.settle();
        const isElsewhere = await stage.comeBack();
        // Before a step is over, the focus may be on its way.
        const isFocusAway = stage
          .tabs()
          .some((tab, index) => isFocusLost(tab.look, focusBefore(tab, index)));
        if (isElsewhere || isFocusAway) await stage.settle();
        for (const [index, tab] of stage.tabs().entries()) {
          const look = before.get(tab) ?? null;
          seen.push(
            await note(tab, {
              focusBefore: focusBefore(tab, index),
              // Another tab, or a step that is not over, may have corrected the same transcript.
              textBefore:
                KEEPS_TEXT.test(step.kind) && stage.tabs().length === 1 && !isHurried ? look : null,
            }),
          );
        }
      }
      const ending = await end(stage, isReset, act, pass);
      noteSenders(stage, loggedBefore);
      return {
        ...{ steps: taken, recordings: recordings.all() },
        ...{ ...ending, seen: [...seen, ...ending.seen] },
      };
    } finally {
      await stage.context.close();
    }
  };

  return {
    play,
    close: async (): Promise<void> => {
      await demo.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

export type World = Awaited<ReturnType<typeof openWorld>>;
