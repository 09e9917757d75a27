/** Runs the checks against one service. */
import type { Settings } from './arguments.js';
import { NotReached, createCaller, NoAnswer, type Answer } from './call.js';
import { CHECKS } from './checks/index.js';
import { failed, notReached, sectionOf, type Check, type Finding } from './finding.js';
import type { Ports } from './ports.js';
import { createRedactor, type Redactor } from './redact.js';
import { bySection, totalsOf, type Report } from './report.js';
import { createWorld, type Recording, type World } from './world.js';

export type Outcome =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'could-not-run'; readonly sentence: string };

/** The suite cannot run; the message says what to do. */
class CouldNotRun extends Error {
  override readonly name = 'CouldNotRun';
}

const isAsked = (id: string, only: readonly string[]): boolean => {
  const section = sectionOf(id);
  return only.length === 0 || only.some((it) => section === it || section.startsWith(`${it}.`));
};

const refuseToRun = ({ status, headers, address }: Answer): void => {
  if (status === 401 || status === 403)
    throw new CouldNotRun(
      `The service refuses the client credentials (${status}): check --client-id and CLIENT_SECRET, and that --service-url is the service they were issued for.`,
    );
  if (status === 404 || status === 405)
    throw new CouldNotRun(
      `There is no service at ${address} (${status}): check --service-url; the paths of section 4 are appended to it.`,
    );
  if (status >= 300 && status < 400)
    throw new CouldNotRun(
      `${address} redirects to ${headers.get('location') ?? 'elsewhere'} (${status}): give the address it leads to as --service-url.`,
    );
  if (status === 429)
    throw new CouldNotRun('The service is busy (429) and stays so: try again later.');
  if (status >= 500)
    throw new CouldNotRun(`The service has a fault of its own (${status}): try again later.`);
};

/** Checks whether the suite can run at all. */
const start = async (world: World): Promise<void> => {
  try {
    refuseToRun((await world.exchanged()).answer);
    const { status } = await world.unknownTask();
    if (status === 401)
      throw new CouldNotRun(
        'The service refuses the key pair (401): check --client-id and API_KEY, which is not the secret.',
      );
  } catch (error) {
    if (error instanceof NoAnswer)
      throw new CouldNotRun(
        `The service cannot be reached: ${error.message} Check --service-url and the network.`,
      );
    throw error;
  }
};

/** A request without a response fails only its own check; checks that depend on it are not reached. */
const createRunner = (world: World, redactor: Redactor) => {
  const told = new Set<NoAnswer>();
  const outcome = async ({ run }: Check): Promise<Finding> => {
    try {
      return await run(world);
    } catch (error) {
      if (error instanceof NotReached) return notReached(error.message);
      if (!(error instanceof NoAnswer)) throw error;
      if (told.has(error)) return notReached(error.message);
      told.add(error);
      return failed('an answer', error.message);
    }
  };
  const clean = (finding: Finding): Finding =>
    Object.fromEntries(
      Object.entries(finding).map(([name, text]) => [name, redactor.clean(text)]),
    ) as unknown as Finding;
  return async (check: Check): Promise<Finding> => clean(await outcome(check));
};

export interface RunOptions {
  readonly settings: Settings;
  readonly recording: Recording;
  readonly ports: Ports;
  /** Called before each check, to show progress. */
  readonly onCheck?: (id: string) => void;
}

/** Never rejects because of the service's behaviour. */
export const runConformance = async ({
  settings,
  recording,
  ports,
  onCheck,
}: RunOptions): Promise<Outcome> => {
  const checks = CHECKS.filter(({ id }) => isAsked(id, settings.only));
  if (checks.length === 0)
    return {
      kind: 'could-not-run',
      sentence: `There is no check for ${settings.only.join(', ')}.`,
    };
  const redactor = createRedactor();
  const { clientId, clientSecret, apiKey } = settings.credentials;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  for (const secret of [clientSecret, apiKey, basic]) redactor.hide(secret);
  const caller = createCaller(ports, settings.timeoutSeconds);
  const world = createWorld({ settings, recording, ports, caller, redactor });
  const startedAt = new Date(ports.now()).toISOString();
  try {
    await start(world);
  } catch (error) {
    if (!(error instanceof CouldNotRun)) throw error;
    return { kind: 'could-not-run', sentence: redactor.clean(error.message) };
  }
  const runCheck = createRunner(world, redactor);
  const results = [];
  for (const check of checks) {
    onCheck?.(check.id);
    const finding = await runCheck(check);
    results.push({ id: check.id, section: sectionOf(check.id), rule: check.rule, finding });
  }
  const report: Report = {
    serviceUrl: settings.serviceUrl,
    clientId,
    startedAt,
    requests: caller.answers.length,
    totals: totalsOf(results),
    results: bySection(results),
  };
  return { kind: 'report', report };
};
