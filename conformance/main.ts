/** `npm run conformance`: checks a service, the sandbox or the real one, against its specification. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { HELP, readArguments, type Settings } from './arguments.js';
import { readRecording } from './recording.js';
import { textOf } from './report-text.js';
import { exitCodeOf } from './report.js';
import { runConformance } from './run.js';

/** Exit code if the suite could not run. */
const CANNOT = 2;

const complain = (sentences: readonly string[]): number => {
  console.error(sentences.join('\n'));
  return CANNOT;
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const run = async (settings: Settings): Promise<number> => {
  const recording = await readRecording(settings.audio);
  const { stderr, stdout, env } = process;
  const outcome = await runConformance({
    settings,
    recording,
    ports: {
      fetch: globalThis.fetch,
      now: () => Date.now(),
      sleep: (ms) => sleep(ms),
      deadline: (ms) => AbortSignal.timeout(ms),
    },
    onCheck: (id) => void (stderr.isTTY && stderr.write(`\r\u001b[K${id}`)),
  });
  if (stderr.isTTY) stderr.write('\r\u001b[K');
  if (outcome.kind === 'could-not-run') return complain([outcome.sentence]);
  const { report } = outcome;
  if (settings.json !== null)
    await writeFile(settings.json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(textOf(report, { colours: stdout.isTTY && !env['NO_COLOR'] }));
  return exitCodeOf(report);
};

const main = async (): Promise<number> => {
  const read = readArguments(process.argv.slice(2), process.env);
  switch (read.kind) {
    case 'help':
      console.log(HELP);
      return 0;
    case 'refused':
      return complain([...read.sentences, '', 'npm run conformance -- --help tells all of it.']);
    case 'run':
      return run(read.settings);
  }
};

process.exitCode = await main().catch((error: unknown) => complain([messageOf(error)]));
