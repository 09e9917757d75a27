/** `npm run conformance`: checks a service, the sandbox or the real one, against its specification. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readArguments, type Settings } from './arguments.js';
import { CHECKS } from './checks/index.js';
import { HELP } from './options.js';
import { readMaterial } from './recordings/material.js';
import { junitOf } from './report-junit.js';
import { textOf } from './report-text.js';
import { verdictOf } from './report.js';
import { runConformance } from './run.js';
import { openKeptTasks } from './steps/kept-tasks.js';

/** Exit code if the service could not be judged. */
const CANNOT = 2;

const complain = (sentences: readonly string[]): number => {
  console.error(sentences.join('\n'));
  return CANNOT;
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const list = (): string =>
  CHECKS.map(
    ({ id, level, rule, thorough }) =>
      `${id.padEnd(28)} ${level.padEnd(12)} ${rule}${thorough === true ? ' (--thorough)' : ''}`,
  ).join('\n');

/** Progress on stderr: one line that is replaced on a terminal, else a line for every tenth check. */
const progress = (): {
  readonly onCheck: (id: string, place: number, of: number) => void;
  readonly say: (sentence: string) => void;
  readonly clear: () => void;
} => {
  const { stderr } = process;
  const clear = (): void => void (stderr.isTTY && stderr.write('\r\u001b[K'));
  return {
    clear,
    onCheck: (id, place, of) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[K${place}/${of} ${id}`);
      else if (place % 10 === 1) stderr.write(`${place}/${of} ${id}\n`);
    },
    say: (sentence) => {
      clear();
      stderr.write(`${sentence}\n`);
    },
  };
};

const run = async (settings: Settings): Promise<number> => {
  const { stdout, env } = process;
  const { onCheck, say, clear } = progress();
  const outcome = await runConformance({
    settings,
    material: await readMaterial(settings),
    kept: await openKeptTasks(settings.tasks),
    ports: {
      fetch: globalThis.fetch,
      now: () => Date.now(),
      sleep: (ms) => sleep(ms),
      deadline: (ms) => AbortSignal.timeout(ms),
    },
    onCheck,
    say,
  });
  clear();
  if (outcome.kind === 'cannot-judge') return complain([outcome.sentence]);
  const { report } = outcome;
  const { code, sentence } = verdictOf(report);
  const { json, junit } = settings;
  if (json !== null)
    await writeFile(
      json,
      `${JSON.stringify({ ...report, verdict: { code, sentence } }, null, 2)}\n`,
    );
  if (junit !== null) await writeFile(junit, junitOf(report));
  console.log(textOf(report, { colours: stdout.isTTY && !env['NO_COLOR'] }));
  return code;
};

const main = async (): Promise<number> => {
  const read = readArguments(process.argv.slice(2), process.env);
  switch (read.kind) {
    case 'help':
      console.log(HELP);
      return 0;
    case 'list':
      console.log(list());
      return 0;
    case 'refused':
      return complain([
        ...read.sentences,
        '',
        'npm run conformance -- --help explains the options.',
      ]);
    case 'run':
      return run(read.settings);
  }
};

process.exitCode = await main().catch((error: unknown) => complain([messageOf(error)]));
