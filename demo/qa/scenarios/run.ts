/** Runs a scenario in the console's element, and puts back afterwards what it changed. */
import type { StateName, TranscribeErrorCode, AudioTranscribe } from '../../../src/index.js';
import type { Fault } from '../../sandbox/faults/catalogue.js';
import type { LogEntry } from '../../sandbox/index.js';
import type { Scenario } from './catalogue.js';
import { NO_CONDITIONS } from '../../sandbox/sessions/conditions.js';
import { makeFile, type LoadSample } from '../files/make-file.js';
import type { SandboxClient, SandboxSettings } from '../sandbox-client.js';

// Compares what happened in a run with what the scenario expects.

export interface Observation {
  /** The last state of the element, and its error. */
  readonly state: StateName;
  readonly error: { readonly code: TranscribeErrorCode; readonly message: string } | null;
  readonly isTimedOut: boolean;
  /** The requests of the run. */
  readonly log: readonly LogEntry[];
  /** How often each fault struck, in the order of the scenario. */
  readonly struck: readonly number[];
  /** Number of tasks that the run created. */
  readonly tasks: number;
}

/** Requests that sent bytes of a part that another request had sent. */
export const partsSentTwice = (log: readonly LogEntry[]): number => {
  const sent = log.flatMap(({ kind, method, partNumber, bytesReceived }) =>
    kind === 'part' && method === 'PUT' && partNumber !== undefined && bytesReceived > 0
      ? [partNumber]
      : [],
  );
  return sent.length - new Set(sent).size;
};

/** In seconds. */
const PATIENCE = 60;

const plansIn = (log: readonly LogEntry[]): number =>
  log.filter(({ kind, method }) => kind === 'upload-plan' && method === 'POST').length;

/** How often a fault must strike in a run. */
const demandedStrikes = ({ times = 1 }: Fault): number => (times === 'always' ? 1 : times);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const faultName = ({ name, at, part }: Fault): string =>
  `“${name}” at ${at}${part === undefined ? '' : ` ${part}`}`;

const endProblem = ({ expect }: Scenario, seen: Observation): string | null => {
  if (seen.isTimedOut)
    return `The run did not end within ${PATIENCE} s: the element was still “${seen.state}”.`;
  const wanted = expect.error === undefined ? expect.state : `${expect.state} (${expect.error})`;
  const got = seen.error === null ? seen.state : `${seen.state} (${seen.error.code})`;
  if (wanted === got) return null;
  const message = seen.error === null ? '' : ` Its message: ${seen.error.message}`;
  return `The element ended as “${got}”, expected “${wanted}”.${message}`;
};

/** The reasons why a run failed; none if it passed. */
export const judge = (scenario: Scenario, seen: Observation): readonly string[] => {
  const { faults = [], expect } = scenario;
  const twice = partsSentTwice(seen.log);
  const { partsSentTwice: most = 0, plans } = expect;
  const violations = [...new Set(seen.log.flatMap(({ violation }) => violation ?? []))];
  return [
    endProblem(scenario, seen),
    ...violations.map((violation) => `A rule of the specification was broken. ${violation}`),
    ...faults.map((fault, index) => {
      const demanded = demandedStrikes(fault);
      const struck = seen.struck[index] ?? 0;
      return struck >= demanded
        ? null
        : `The fault ${faultName(fault)} struck ${times(struck)}, expected ${demanded === 1 ? 'at least once' : times(demanded)}.`;
    }),
    twice > most
      ? `Parts were sent again ${times(twice)}, expected ${most === 0 ? 'none' : `at most ${times(most)}`}.`
      : null,
    plans !== undefined && plansIn(seen.log) !== plans
      ? `An upload plan was requested ${times(plansIn(seen.log))}, expected ${times(plans)}.`
      : null,
    seen.tasks > 1
      ? `${seen.tasks} tasks were created, expected at most one: each costs the partner money.`
      : null,
  ].filter((reason) => reason !== null);
};

export interface Verdict {
  readonly kind: 'passed' | 'failed' | 'stopped';
  readonly seconds: number;
  /** Why the run failed; none if it passed. */
  readonly reasons: readonly string[];
}

/** What must be known to go on with a run, or to end it, after a reload of the page. Plain JSON. */
export interface RunMemory {
  /** The faults and conditions before the run. */
  readonly before: SandboxSettings;
  /** The limit of the element before the run. */
  readonly maxSize: number | null;
  /** Number of the last log entry before the run. */
  readonly since: number;
  /** The tasks before the run. */
  readonly tasks: number;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

export interface Bench {
  readonly element: AudioTranscribe;
  readonly sandbox: SandboxClient;
  readonly loadSample: LoadSample;
  /** Stores the memory and reloads the page. Never resolves. */
  readonly reload: (memory: RunMemory) => Promise<never>;
  /** Called as soon as there is something to put back. */
  readonly remember: (memory: RunMemory) => void;
  /** What the run does now, in a few words. */
  readonly onStep: (step: string) => void;
}

class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

const POLL_MS = 50;

/** Resolves once the condition holds. Rejects with the reason of the signal. */
const until = async (isTrue: () => boolean, signal: AbortSignal): Promise<void> => {
  while (!isTrue()) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  signal.throwIfAborted();
};

const hasEnded = ({ state }: AudioTranscribe): boolean => state === 'ready' || state === 'failed';

/** What the element does now, in a few words. */
const describe = ({ state, progress }: AudioTranscribe): string => {
  const { parts, interruption } = progress;
  const trouble = interruption === null ? '' : `, waits (${interruption})`;
  if (parts === null || state !== 'uploading') return `Element: ${state}${trouble}`;
  return `Element: uploading, ${parts.stored} of ${parts.total} parts stored${trouble}`;
};

/** Pauses or reloads once enough parts are stored, or goes on if the upload ends before that. */
const interrupt = async (
  { interruption }: Scenario,
  memory: RunMemory,
  { element, onStep, reload }: Bench,
  signal: AbortSignal,
): Promise<boolean> => {
  if (interruption === undefined) return true;
  const { by, afterParts } = interruption;
  const stored = (): number => element.progress.parts?.stored ?? 0;
  await until(() => hasEnded(element) || stored() >= afterParts, signal);
  if (element.state !== 'uploading') return false;
  if (by === 'reload') {
    onStep('Reloading the page');
    // The page may ask the user first, who may decide to stay.
    await Promise.race([reload(memory), until(() => false, signal)]);
  }
  onStep('Pausing');
  element.pause();
  await until(() => element.state === 'paused', signal);
  onStep('Resuming');
  element.resume();
  return true;
};

const acceptButton = ({ shadowRoot }: AudioTranscribe): HTMLButtonElement | null =>
  shadowRoot?.querySelector<HTMLButtonElement>('[part~="offer"] button') ?? null;

/** How long the element may take to offer an interrupted upload, in ms. */
const OFFER_MS = 15_000;

/** Accepts the offer to continue. Returns false if there is none. */
const acceptOffer = async ({ element, onStep }: Bench, signal: AbortSignal): Promise<boolean> => {
  onStep('Waiting for the offer to continue');
  const deadline = Date.now() + OFFER_MS;
  await until(() => acceptButton(element) !== null || Date.now() > deadline, signal);
  acceptButton(element)?.click();
  await until(() => element.state !== 'idle' || Date.now() > deadline, signal);
  return element.state !== 'idle';
};

const NO_MIDDLE =
  'The upload ended before the interruption: use a larger file, smaller chunks, or less bandwidth.';
const NO_OFFER = 'After the reload, the element did not offer to continue the upload.';

const DISTURBED =
  'Faults that apply to everyone are on, and may be the cause. Start the demo without SANDBOX_FAULTS.';

/** The reasons why the run failed; none if it passed. */
const observe = async (
  scenario: Scenario,
  { since, tasks }: RunMemory,
  { element, sandbox }: Bench,
  isTimedOut: boolean,
): Promise<readonly string[]> => {
  const { state, error } = element;
  const reasons = judge(scenario, {
    ...{ state, error, isTimedOut },
    log: await sandbox.log(since),
    struck: await sandbox.struck(),
    tasks: (await sandbox.tasks()).length - tasks,
  });
  const isDisturbed = reasons.length > 0 && (await sandbox.faultsOfEveryone()) > 0;
  return isDisturbed ? [...reasons, DISTURBED] : reasons;
};

/** Puts back the limit of the element and the sandbox's settings. */
const putBack = async (
  { before, maxSize }: RunMemory,
  { element, sandbox }: Bench,
): Promise<void> => {
  element.maxSize = maxSize;
  await sandbox.apply(before);
};

/**
 * Runs a scenario, or goes on with one after a reload. Resolves with the verdict, also if the run is stopped or the
 * sandbox fails; then what was set is put back already.
 */
export const runScenario = async (
  scenario: Scenario,
  bench: Bench,
  stop: AbortSignal,
  reloaded: RunMemory | null = null,
): Promise<Verdict> => {
  const { element, sandbox, loadSample, onStep } = bench;
  const setUp = async (): Promise<RunMemory> => {
    onStep('Setting faults and conditions');
    element.reset();
    const memory: RunMemory = {
      before: await sandbox.settings(),
      maxSize: element.maxSize,
      since: await sandbox.lastLogNumber(),
      tasks: (await sandbox.tasks()).length,
      startedAtMs: Date.now(),
    };
    bench.remember(memory);
    const { faults = [], conditions = {} } = scenario;
    await sandbox.apply({ faults, conditions: { ...NO_CONDITIONS, ...conditions } });
    return memory;
  };

  let memory: RunMemory | null = reloaded;
  const begin = Date.now();
  const shown = (): void => onStep(describe(element));
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new TimedOut()),
    PATIENCE * 1_000 - (begin - (reloaded?.startedAtMs ?? begin)),
  );
  const signal = AbortSignal.any([stop, timeout.signal]);
  const seconds = (): number => (Date.now() - (memory?.startedAtMs ?? begin)) / 1_000;
  const ended = (reasons: readonly string[]): Verdict => ({
    kind: reasons.length === 0 ? 'passed' : 'failed',
    ...{ seconds: seconds(), reasons },
  });

  const work = async (): Promise<Verdict> => {
    const known = (memory ??= await setUp());
    element.maxSize = scenario.maxSize ?? null;
    let problem: string | null = null;
    if (reloaded === null) {
      onStep('Making the file');
      const file = await makeFile(scenario.file, loadSample);
      signal.throwIfAborted();
      element.selectFile(file);
      element.addEventListener('transcribe-progress', shown);
      await until(() => element.state !== 'idle', signal);
      if (!(await interrupt(scenario, known, bench, signal))) problem = NO_MIDDLE;
    } else {
      element.addEventListener('transcribe-progress', shown);
      if (!(await acceptOffer(bench, signal))) return ended([NO_OFFER]);
    }
    await until(() => hasEnded(element), signal);
    onStep('Checking');
    const reasons = await observe(scenario, known, bench, false);
    return ended(problem === null ? reasons : [problem, ...reasons]);
  };

  const explain = async (error: unknown): Promise<Verdict> => {
    if (stop.aborted) return { ...ended([]), kind: 'stopped' };
    if (error instanceof TimedOut && memory !== null)
      return ended(await observe(scenario, memory, bench, true));
    return ended([
      `The run could not be made. ${error instanceof Error ? error.message : String(error)}`,
    ]);
  };

  try {
    const verdict = await work().catch(explain);
    // Keep the result on screen, but stop work that would disturb the next run.
    if (!hasEnded(element)) element.reset();
    if (memory !== null) await putBack(memory, bench);
    return verdict;
  } catch (error) {
    return ended([
      `The sandbox does not answer, so its faults could not be put back. ${error instanceof Error ? error.message : ''}`,
    ]);
  } finally {
    clearTimeout(timer);
    element.removeEventListener('transcribe-progress', shown);
  }
};
