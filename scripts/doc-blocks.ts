/**
 * `npm run doc-blocks`: fills the generated blocks of the documentation. `<!-- file: path -->` before a code block copies
 * a file into it. `<!-- reasons -->` before a table writes the table of reasons of errors, and `<!-- rooms -->` that of the
 * import rules, `<!-- answers -->` what each call does with an answer, `<!-- submission ends -->` how a submission can end, `<!-- servers -->` the servers that are tried. `<!-- conformance rules -->` and `<!-- end -->` enclose the rules of the specification with their checks,
 * `<!-- accessibility -->` and `<!-- end -->` the tables of the accessibility report.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CALLS,
  REACTIONS,
  type Answer,
  type Call,
  type Reaction,
} from '../src/engine/calls/answers.js';
import type { Interruption } from '../src/engine/calls/waiting.js';
import { ENGLISH_FAILURES, errorFor } from '../src/protocol/failures.js';
import type { FailureReason, FailureValues } from '../src/protocol/errors.js';
import { accessibilityTables } from './accessibility.js';
import { conformanceTable } from './conformance-table.js';
import { formatted } from './format.mjs';
import { parts } from './lint/who-may-import.mjs';
import { root } from './paths.mjs';
import { serverTable } from './server-table.js';
import { submissionTable } from './submission-table.js';

/** Values for the message of any reason. */
const SAMPLE_VALUES = {
  name: 'talk.m4a',
  host: 'storage.example',
  ...{ size: 3e9, limit: 2e9, length: 10_800 },
  ...{ found: { kind: 'video', format: 'WebM' }, expected: 'interview.m4a' },
  ...{ again: true, detail: '…', codec: 'AMR' },
} as unknown as FailureValues[FailureReason];

const reasonRow = (reason: FailureReason): string => {
  const values = reason === 'file-too-long' ? { ...SAMPLE_VALUES, limit: 7_200 } : SAMPLE_VALUES;
  const { code, message } = errorFor(reason, values);
  return `| \`${reason}\` | \`${code}\` | ${message} |\n`;
};

const reasonTable = (): string =>
  `| Reason | \`code\` | Message |\n| --- | --- | --- |\n${(
    Object.keys(ENGLISH_FAILURES) as FailureReason[]
  )
    .map(reasonRow)
    .join('')}`;

const ANSWERS: Readonly<Record<Answer, string>> = {
  result: 'What the contract promises',
  busy: 'Busy: 408, 425, 429, 5xx',
  open: 'The outcome is not known yet',
  'no-session': 'No session: 401',
  gone: 'Unknown upload or task',
  refused: 'Any other refusal',
  unclear: 'A 404 or 410 that names nothing; to a part, any refusal without a name',
  'sign-in': 'Not from there: a sign-in page, or 401, 403, 419',
  foreign: 'Not from there: anything else',
  none: 'None, or a gateway’s 408, 425, 429, 5xx',
};

const TOLD: Readonly<Partial<Record<Interruption, string>>> = {
  'signed-out': ', tells to sign in',
  intercepted: ', tells what may answer',
  merging: ', tells that parts are put together',
};

const spanOf = (ms: number | null): string => {
  if (ms === null) return '';
  if (ms === Infinity) return ' without end';
  if (ms < 60_000) return ` for ${ms / 1_000} s`;
  if (ms < 3_600_000) return ` for ${ms / 60_000} min`;
  return ms < 86_400_000 ? ` for ${ms / 3_600_000} h` : ` for ${ms / 86_400_000} d`;
};

const reactionText = (reaction: Reaction | undefined): string => {
  switch (reaction?.does) {
    case undefined:
      return '–';
    case 'use':
      return 'uses it';
    case 'stop':
      return 'stops';
    case 'new-token':
      return 'repeats once with a new token';
    case 'new-plan':
      return 'requests a new plan';
    case 'ask':
      return 'asks the person; repeats after `Retry-After`';
    case 'repeat':
      return `repeats${spanOf(reaction.forMs)}${TOLD[reaction.told] ?? ''}`;
  }
};

const answerTable = (): string => {
  const calls = Object.keys(CALLS) as Call[];
  const rows = (Object.keys(ANSWERS) as Answer[]).map((answer) => [
    ANSWERS[answer],
    ...calls.map((call) => reactionText(REACTIONS[call][answer])),
  ]);
  const names = calls.map((call) => call.replace('-', ' '));
  return [['Answer', ...names], ['', ...names].map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
};

const roomTable = (): string =>
  `| Room | Imports | Only types | Only when needed | Packages |\n| --- | --- | --- | --- | --- |\n${Object.entries(
    parts,
  )
    .map(([room, { values = [], types = [], lazy = [], packages = [] }]) =>
      [[room], values, types, lazy, packages.map((name) => name.replace(/^node:$/, 'node:*'))]
        .map((names) => names.map((name) => `\`${name}\``).join(', '))
        .join(' | '),
    )
    .map((cells) => `| ${cells} |\n`)
    .join('')}`;

/** Files of the repository import the package from its source. */
export const published = (source: string): string =>
  source.replace(/(?:\.\.\/)+src\/(server(?:\/(?:node|bullmq))?\.js)/g, 'audio-transcribe/$1');

/** The page with all its blocks up to date. */
export const fillBlocks = async (page: string): Promise<string> => {
  const text = await readFile(page, 'utf8');
  let filled = text;
  for (const [block, start = '', file = ''] of text.matchAll(
    /(<!-- file: (\S+) -->\n\n```\w+\n)[^]*?\n```$/gm,
  )) {
    const source = published(await readFile(join(root, file), 'utf8'));
    filled = filled.replace(block, () => `${start}${source.trimEnd()}\n\`\`\``);
  }
  for (const [name, table] of Object.entries({
    reasons: reasonTable,
    rooms: roomTable,
    answers: answerTable,
    'submission ends': submissionTable,
    servers: serverTable,
  })) {
    const block = new RegExp(`<!-- ${name} -->\\n+(?:\\|.*\\n)*`);
    if (!block.test(filled)) continue;
    const rows = await table();
    filled = filled.replace(block, () => `<!-- ${name} -->\n\n${rows}`);
  }
  filled = filled.replace(
    /(<!-- conformance rules -->\n)[^]*(?=<!-- end -->)/,
    (_, start: string) => `${start}\n${conformanceTable()}\n\n`,
  );
  filled = filled.replace(
    /(<!-- accessibility -->\n)[^]*(?=<!-- end -->)/,
    (_, start: string) => `${start}\n${accessibilityTables()}\n\n`,
  );
  if (filled === text) return text;
  return formatted(page, filled);
};

/** The pages of the documentation. */
export const docPages = async (): Promise<readonly string[]> =>
  (await readdir(join(root, 'docs'), { recursive: true }))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(root, 'docs', file))
    .sort();

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const page of await docPages()) await writeFile(page, await fillBlocks(page));
