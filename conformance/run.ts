/** Runs the checks against one service. */
import type { Settings } from './arguments.js';
import { CHECKS } from './checks/index.js';
import { estimateOf } from './estimate.js';
import { notRun, type Check, type Finding } from './finding.js';
import type { Material } from './recordings/material.js';
import { bySection, exchangeOf, totalsOf, type Report, type Result } from './report.js';
import { isSelected, sectionOf } from './select.js';
import { createCaller, NotReached } from './service/call.js';
import type { Ports } from './service/ports.js';
import { createQuoting, type Quoting } from './service/quote.js';
import { CannotJudge, start, type Halves } from './start.js';
import type { KeptTasks } from './steps/kept-tasks.js';
import { createWorld } from './steps/world.js';

export type RunOutcome =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'cannot-judge'; readonly sentence: string };

export interface RunOptions {
  readonly settings: Settings;
  readonly material: Material;
  readonly kept: KeptTasks;
  readonly ports: Ports;
  /** The checks to choose from. Default: all. */
  readonly checks?: readonly Check[];
  /** Called before each check, with its place. */
  readonly onCheck?: (id: string, place: number, of: number) => void;
  /** Called with sentences about what the run will do. */
  readonly say?: (sentence: string) => void;
}

/** The reason if a check itself is at fault. */
export const TOOL_FAILED = 'the tool failed; please report it';

/** The sections that submit or query tasks. */
const TRANSCRIPTION = ['2.4', '3', '4.7', '4.8'];
const BOTH = ['4', '4.9', '5', '7', '8'];

const halvesOf = (checks: readonly Check[], { fileUrl }: Settings): Halves => {
  const sections = checks.map(({ id }) => sectionOf(id));
  const transcription = sections.some((it) => TRANSCRIPTION.includes(it) || BOTH.includes(it));
  const upload = sections.some((it) => !TRANSCRIPTION.includes(it));
  // A submission needs an upload, unless an address is given.
  return { upload: upload || (transcription && fileUrl === null), transcription };
};

const hideCredentials = ({ credentials }: Settings, { hide }: Quoting): void => {
  const { clientId, clientSecret, apiKey, partnerToken, userToken } = credentials;
  for (const secret of [clientSecret, apiKey, partnerToken, userToken]) hide(secret ?? '');
  hide(Buffer.from(`${clientId}:${clientSecret}`).toString('base64'));
};

const resultOf = (
  { id, rule, level }: Check,
  finding: Finding,
  serviceUrl: string,
  { sweep }: Quoting,
): Result => {
  const { kind, ...rest } = finding;
  const texts = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, sweep(value)]] : [],
    ),
  ) as Pick<Result, 'expected' | 'received' | 'then' | 'why'>;
  const by = 'by' in finding ? finding.by : [];
  return {
    ...{ id, section: sectionOf(id), rule, level, outcome: kind },
    ...texts,
    requests: by.map((answer) => exchangeOf(answer, serviceUrl)),
  };
};

/** Never rejects because of the service's behaviour. */
export const runConformance = async (options: RunOptions): Promise<RunOutcome> => {
  const { settings, material, kept, ports, onCheck, say = () => undefined } = options;
  const { serviceUrl, only, timeoutSeconds, thorough, credentials } = settings;
  const checks = (options.checks ?? CHECKS).filter(
    (check) => isSelected(check.id, only) && (thorough || check.thorough !== true),
  );
  if (checks.length === 0)
    return {
      kind: 'cannot-judge',
      sentence: `There is no check for ${only.join(', ')}: --list lists them${thorough ? '' : '; some run only with --thorough'}.`,
    };
  const quoting = createQuoting();
  hideCredentials(settings, quoting);
  const caller = createCaller(ports, timeoutSeconds, quoting);
  const world = createWorld({ settings, material, kept, ports, caller, quoting, say });
  const startedAt = new Date(ports.now()).toISOString();
  const halves = halvesOf(checks, settings);
  const counts = {
    ...{ checks: checks.length, transcribes: halves.transcription },
    waits: checks.some(({ id }) => id.endsWith('.lasts')),
  };
  for (const sentence of estimateOf(settings, material, counts)) say(sentence);
  try {
    await start(world, halves);
  } catch (error) {
    if (!(error instanceof CannotJudge)) throw error;
    return { kind: 'cannot-judge', sentence: quoting.sweep(error.message) };
  }
  const results: Result[] = [];
  for (const [index, check] of checks.entries()) {
    onCheck?.(check.id, index + 1, checks.length);
    const finding = await check.run(world).catch((error: unknown) => {
      if (error instanceof NotReached) return notRun(error.message);
      // One check that the tool gets wrong must not cost the whole report.
      return notRun(`${TOOL_FAILED}: ${error instanceof Error ? error.message : String(error)}`);
    });
    results.push(resultOf(check, finding, serviceUrl, quoting));
  }
  const report: Report = {
    ...{ serviceUrl, clientId: credentials.clientId, startedAt },
    endedAt: new Date(ports.now()).toISOString(),
    requests: caller.answers.length,
    submissions: { ...world.spent() },
    totals: totalsOf(results),
    results: bySection(results),
  };
  return { kind: 'report', report };
};
