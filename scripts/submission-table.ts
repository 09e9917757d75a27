/** The table of docs/backend.md: how a submission can end, and what the person reads. The engine itself says the latter. */
import { createHttpBackend, isTranscribeError } from '../src/engine.js';
import { PROBLEM_TYPE, problem, type ProblemCode } from '../src/protocol/problem.js';
import { SUBMISSION_ENDS } from '../src/server/submission-end.js';
import { createWorld, jsonResponse } from '../test/support/simulated-world.js';

const TASKS = { yes: 'yes', no: 'no', maybe: 'unknown' } as const;

/** What the person reads if the handler keeps answering with this problem. */
const sentenceFor = async (code: ProblemCode): Promise<string> => {
  const { status } = problem(code);
  const headers = { 'Content-Type': PROBLEM_TYPE, 'Audio-Transcribe': '1' };
  const world = createWorld({ http: () => jsonResponse(status, problem(code), headers) });
  const submitted = createHttpBackend('https://app.example/api/transcribe', world).submit(
    { file_url: 'https://files.example/a.mp3' },
    { signal: new AbortController().signal, key: 'k'.repeat(32) },
  );
  const error: unknown = await submitted.catch((thrown: unknown) => thrown);
  if (!isTranscribeError(error)) throw new Error(`the engine accepts ${code}: ${String(error)}`);
  const repeats = world.requests.length > 1 ? 'After some repeats: ' : '';
  return `${repeats}“${error.message}”`;
};

interface Row {
  readonly task: keyof typeof TASKS;
  readonly code: ProblemCode | null;
  readonly isRetryTold?: true;
  readonly when: string;
}

const rowOf = async ({ task, code, isRetryTold, when }: Row): Promise<string> => {
  const answer =
    code === null
      ? '200, the task'
      : `${problem(code).status} \`${code}\`${isRetryTold ? ', with `Retry-After`' : ''}`;
  const read =
    code === null
      ? 'The transcript, once it is there.'
      : isRetryTold
        ? 'Nothing: the element asks again, with the same key, until the outcome is known.'
        : await sentenceFor(code);
  return `| ${when} | ${TASKS[task]} | ${answer} | ${read} |\n`;
};

export const submissionTable = async (): Promise<string> => {
  const rows = await Promise.all(Object.values<Row>(SUBMISSION_ENDS).map(rowOf));
  return `| What happens | Is there a task? | Answer of the handler | What the person reads |\n| --- | --- | --- | --- |\n${rows.join('')}`;
};
