/**
 * Runs each test file that failed again: alone, twice, when everything else has ended. If it passes both times, the test
 * or the machine is at fault, not the change: it is flaky, which does not fail a check.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './paths.mjs';

/** If more files fail, something is broken, and no file is run again. */
const MOST_FILES = 10;
const RUNS = 2;

/** Names of the failed files of a step, each once. A failure outside of a file cannot be run again. */
const filesOf = ({ failures, alone }) =>
  alone === undefined ? [] : [...new Set(failures.flatMap(({ file }) => file ?? []))];

async function passesAlone(alone, file) {
  for (let runs = 0; runs < RUNS; runs += 1)
    if ((await alone(file)).failures.length > 0) return false;
  return true;
}

const keep = (failure) =>
  appendFileSync(join(cache, 'flaky.jsonl'), `${JSON.stringify(failure)}\n`);

/**
 * Results of steps after the second look: what was flaky is in `flaky`, no longer in `failures`.
 * @param {readonly (import('./test-steps.mjs').Result & {name: string})[]} results
 * @param {(failure: object) => void} record keeps a flaky failure
 */
export async function lookAgain(results, record = keep) {
  const count = results.flatMap(filesOf).length;
  if (count > MOST_FILES)
    console.log(`${count} test files failed. More than ${MOST_FILES} are not run again.`);
  const looked = [];
  for (const result of results) {
    const flakyFiles = [];
    for (const file of count > MOST_FILES ? [] : filesOf(result)) {
      const isFlaky = await passesAlone(result.alone, file);
      console.log(`again       ${file}: ${isFlaky ? 'passes alone, twice' : 'fails alone'}`);
      if (isFlaky) flakyFiles.push(file);
    }
    const isFlaky = ({ file }) => flakyFiles.includes(file);
    const flaky = result.failures.filter(isFlaky);
    looked.push({ ...result, flaky, failures: result.failures.filter((each) => !isFlaky(each)) });
    for (const failure of flaky)
      record({ at: new Date().toISOString(), step: result.name, ...failure });
  }
  return looked;
}
