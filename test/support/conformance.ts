/** Runs the conformance tool in this process, with a clock that makes waits instant. */
import type { Settings } from '../../conformance/arguments.js';
import type { Check } from '../../conformance/finding.js';
import { fileRecording } from '../../conformance/recordings/recording.js';
import type { Material } from '../../conformance/recordings/material.js';
import { readSpeech, type Speech } from '../../conformance/recordings/speech.js';
import type { Fetch } from '../../conformance/service/ports.js';
import type { Report, Result } from '../../conformance/report.js';
import { runConformance, type RunOutcome } from '../../conformance/run.js';
import type { KeptTask, KeptTasks } from '../../conformance/steps/kept-tasks.js';
import type { MutantName } from './reference/catalogue.js';
import { mutantOf } from './reference/mutants.js';
import { createReferenceService, type ReferenceService } from './reference/service.js';

const START = Date.UTC(2026, 10, 21);

/** The phrases at 200 Hz: they last as long, and have few bytes. */
const coarse = ({ phrases, sampleRate }: Speech): Speech => {
  const step = 80;
  return {
    sampleRate: sampleRate / step,
    phrases: phrases.map(({ text, samples }) => {
      const kept = Buffer.alloc(2 * Math.floor(samples.length / 2 / step));
      for (let at = 0; at < kept.length; at += 2)
        kept.writeInt16LE(Buffer.from(samples).readInt16LE(at * step), at);
      return { text, samples: kept };
    }),
  };
};

export const realSpeech = await readSpeech();

/** Small recordings for the reference service. */
export const smallMaterial: Material = {
  speech: coarse(realSpeech),
  own: null,
  known: { words: null, seconds: null },
  others: (['mp3', 'm4a'] as const).map((filetype) =>
    fileRecording(Buffer.from(`a recording as ${filetype}`), filetype, {
      words: `This is spoken in an ${filetype} file`,
      seconds: 4,
    }),
  ),
};

export const memoryKept = (): KeptTasks & { readonly tasks: Map<string, KeptTask> } => {
  const tasks = new Map<string, KeptTask>();
  return {
    tasks,
    find: (key) => tasks.get(key) ?? null,
    keep: async (key, task) => void tasks.set(key, task),
    forget: async (key) => void tasks.delete(key),
  };
};

/** The body of a request as text. */
export const bodyOf = (init: RequestInit = {}): string =>
  Buffer.from((init.body as Uint8Array | undefined) ?? []).toString('utf8');

export interface Run {
  readonly outcome: RunOutcome;
  /** All waits, in ms. */
  readonly waits: readonly number[];
  /** What the run told while it ran. */
  readonly said: readonly string[];
}

export const DEFAULTS: Omit<Settings, 'serviceUrl' | 'credentials'> = {
  ...{ exchangeBody: null, fileUrl: null, audio: null, words: null, seconds: null, only: [] },
  ...{ submissions: 4, fresh: false, tasks: 'tasks.json', maxUpload: 200e6, thorough: false },
  ...{ json: null, junit: null, timeoutSeconds: 30, waitSeconds: 900 },
};

export interface RunOf {
  readonly fetch?: Fetch;
  readonly settings: Partial<Settings> & Pick<Settings, 'serviceUrl'>;
  readonly credentials: Partial<Settings['credentials']>;
  readonly material?: Material;
  readonly kept?: KeptTasks;
  readonly checks?: readonly Check[];
  readonly clock?: { now: number };
  readonly deadline?: (ms: number) => AbortSignal;
  /** Real waits, for a service with its own clock. Default: none. */
  readonly wait?: () => Promise<unknown>;
}

export const run = async (of: RunOf): Promise<Run> => {
  const waits: number[] = [];
  const said: string[] = [];
  const clock = of.clock ?? { now: START };
  const outcome = await runConformance({
    settings: {
      ...DEFAULTS,
      ...of.settings,
      credentials: {
        ...{ clientId: null, clientSecret: null, apiKey: null },
        ...{ partnerToken: null, userToken: null },
        ...of.credentials,
      },
    },
    material: of.material ?? smallMaterial,
    kept: of.kept ?? memoryKept(),
    ...(of.checks === undefined ? {} : { checks: of.checks }),
    ports: {
      fetch: of.fetch ?? globalThis.fetch,
      now: () => clock.now,
      sleep: async (ms) => {
        waits.push(ms);
        clock.now += ms;
        await of.wait?.();
      },
      deadline: of.deadline ?? (() => new AbortController().signal),
    },
    say: (sentence) => said.push(sentence),
  });
  return { outcome, waits, said };
};

/** The reference service, with its clock; with the name of a mutant, it breaks a rule. */
export const referenceFor = (
  mutant: MutantName | null,
): ReferenceService & { readonly clock: { now: number } } => {
  const clock = { now: START };
  const service = createReferenceService({
    ...{ now: () => clock.now, material: smallMaterial },
    ...mutantOf(mutant),
  });
  return { ...service, clock };
};

/** A run against the reference service. */
export const runReference = (
  mutant: MutantName | null,
  of: Partial<Omit<RunOf, 'settings'>> & { readonly settings?: Partial<Settings> } = {},
): Promise<Run> => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(mutant);
  return run({ credentials, fetch, clock, ...of, settings: { serviceUrl, ...of.settings } });
};

export const reportOf = ({ outcome }: Run): Report => {
  if (outcome.kind !== 'report') throw new Error(outcome.sentence);
  return outcome.report;
};

export const sentenceOf = ({ outcome }: Run): string =>
  outcome.kind === 'cannot-judge' ? outcome.sentence : 'it ran';

export const resultOf = (run: Run, id: string): Result => {
  const result = reportOf(run).results.find((it) => it.id === id);
  if (result === undefined) throw new Error(`there is no check ${id}`);
  return result;
};

/** The ids of the checks that failed, at any level. */
export const failedIn = (run: Run): readonly string[] =>
  reportOf(run).results.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
