/**
 * Puts bugs back that were fixed, one at a time, and checks that the model of money finds each within 60 s of a processor.
 * Words select bugs: `node --import tsx test/unit/money/put-back.ts address owner`. Exits with 1 if one is not found.
 * If a patch does not apply any more, the code has changed: write the bug again as it would look now.
 *
 * Bugs that need a browser or Redis have tests elsewhere: an element in another document and the position of elements in
 * test/browser/element, BullMQ in test/redis/bullmq-model.test.ts, a hanging store at `forgetStored` in test/unit/browser,
 * the same key with another request in test/unit/server/submission-keys.test.ts.
 */
import type { Property } from './properties.js';
import { bundleModel, runModel, type Patch } from './program.js';

const LONGEST_SECONDS = 60;

interface Bug extends Patch {
  readonly name: string;
  readonly property: Property;
  /** The other half of a bug that was mended in two places. */
  readonly and?: Patch;
}

const BUGS: readonly Bug[] = [
  {
    name: 'an element takes up the work of another element of its page',
    property: 'nothing moves to another element or page by itself',
    file: 'src/engine/resume/scope.ts',
    text: 'one.page === other.page && one.element === other.element;',
    by: 'one.page === other.page;',
  },
  {
    name: 'work of another page is taken up without asking',
    property: 'nothing moves to another element or page by itself',
    file: 'src/engine/resume/scope.ts',
    text: 'one.page === other.page && one.element === other.element;',
    by: 'one.element === other.element;',
  },
  {
    name: 'work is offered to an element of another service',
    property: 'nothing reaches another service',
    file: 'src/engine/resume/scope.ts',
    text: "if (!isSameService || origin.backend !== asks.backend) return 'never';",
    by: 'void isSameService;',
  },
  {
    name: 'work continues with the token of another owner',
    property: 'nothing reaches another person',
    file: 'src/engine/session/owner.ts',
    text: 'one[by] !== undefined && other[by] !== undefined && one[by] !== other[by]',
    by: 'false',
  },
  {
    name: 'an address is started with a key of its own in each tab',
    property: 'one paid task per decision',
    file: 'src/engine/session/submission-key.ts',
    text: 'job.isAutomatic ? await automaticKey(run, job) : randomKey(run.ports.random)',
    by: 'randomKey(run.ports.random)',
  },
  {
    name: 'the key of an address depends on whether the token has come',
    property: 'one paid task per decision',
    file: 'src/engine/session/submission-key.ts',
    text: "if (!isTranscribeError(error) || error.failure?.reason !== 'not-set-up') throw error;",
    by: 'void isTranscribeError(error);\nif (error instanceof Error) return;',
  },
  {
    name: 'the key goes with the plan of the upload',
    property: 'one paid task per decision',
    file: 'src/engine/session/job.ts',
    text: '    uploadedAtMs: _uploaded,\n    ...rest\n  } = job;',
    by: '    uploadedAtMs: _uploaded,\n    submissionKey: _key,\n    ...rest\n  } = job;',
  },
  {
    name: 'a submission without an answer counts as refused, so “Try again” has another key',
    property: 'one paid task per decision',
    file: 'src/engine/session/submission-key.ts',
    text: "code === 'network' || code === 'cancelled' ||",
    by: "code === 'cancelled' ||",
  },
  {
    name: 'half an answer to a submission counts as refused',
    property: 'one paid task per decision',
    file: 'src/engine/session/submission-key.ts',
    text: "code === 'network' || code === 'cancelled' || failure?.reason === 'result-unreadable';",
    by: "failure?.reason === 'none';",
  },
  {
    name: 'the age of a key is forgotten by the page, so the next handler takes it for a new one',
    property: 'one paid task per decision',
    file: 'src/engine/calls/backend.ts',
    text: '        ...ageOf(openSinceMs, sentAtMs),\n',
    by: '        ...ageOf(null, sentAtMs),\n',
  },
  {
    name: 'a query that is answered with 404 ends a paid task, and its record',
    property: 'nothing paid is forgotten',
    file: 'src/engine/resume/held-job.ts',
    text: "if (!state.error.recoverable && !isPaid(state.job)) return 'finish';",
    by: "if (!state.error.recoverable || state.error.failure?.reason === 'task-unknown') return 'finish';",
    and: {
      file: 'src/engine/calls/answers.ts',
      text: "gone: repeat(DAY, 'retrying'), refused: stop, none: always",
      by: "gone: repeat(1_000, 'retrying'), refused: stop, none: always",
    },
  },
  {
    name: 'only the first sealing key proves the person',
    property: 'nobody is taken for another person',
    file: 'src/server/route-handlers.ts',
    text: '!(await sealer.userKeys(userId)).includes(userKey)',
    by: '(await sealer.userKeys(userId))[0] !== userKey',
  },
  {
    name: 'somebody who signs in deletes what another person has paid for',
    property: 'nothing paid is forgotten',
    file: 'src/engine/resume/cleanup.ts',
    text: 'own === null || isPaid(record.job ?? null)',
    by: 'own === null',
  },
  {
    name: 'a token does not list the user’s keys of before a rotation',
    property: 'nobody is taken for another person',
    file: 'src/server/route-handlers.ts',
    text: '...(userKeyAliases.length > 0 && { userKeyAliases })',
    by: '...(userKeyAliases.length < 0 && { userKeyAliases })',
  },
  {
    name: 'a failed item of a list is submitted anew if its file is added again',
    property: 'one paid task per decision',
    file: 'src/queue/list.ts',
    text: 'match ? await accept(match, file) : repeat(failed.id, file)',
    by: 'match === undefined',
  },
  {
    name: 'the watcher does not hear of a repeat',
    property: 'the watcher hears of each task',
    file: 'src/server/route-handlers.ts',
    text: 'const submitted = { userId, transcriptionId, sealedId, request: body };',
    by: 'if (task === undefined) return true;\nconst submitted = { userId, transcriptionId, sealedId, request: body };',
  },
  {
    name: 'a handler takes its own late claim for that of another one',
    property: 'nobody is asked in vain',
    file: 'src/server/submission-keys.ts',
    text: "entry.state === 'open' && entry.maker === maker && entry.sinceMs >= knowsSinceMs;",
    by: 'entry === null;',
  },
];

const words = process.argv.slice(2);
const isChosen = ({ name }: Bug): boolean =>
  words.length === 0 || words.some((word) => name.includes(word));

for (const { name, property, and, ...patch } of BUGS.filter(isChosen)) {
  const program = await bundleModel(name, and === undefined ? [patch] : [patch, and]);
  const { output, isGood } = await runModel(program, [1, Infinity], LONGEST_SECONDS);
  const isFound = !isGood && output.includes(`${property}: `);
  console.log(`${isFound ? 'found' : 'NOT FOUND'}: ${name}\n${output}\n`);
  if (!isFound) process.exitCode = 1;
}
