/** `npm run fault-docs`: writes demo/sandbox/faults.md from the table of faults. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { FAULTS, STRIKE_OPTIONS, type FaultOption } from '../demo/sandbox/faults/catalogue.js';
import { FAULT_PLACES } from '../demo/sandbox/faults.js';

export const FAULT_DOCS = fileURLToPath(new URL('../demo/sandbox/faults.md', import.meta.url));

const INTRODUCTION = `# What the sandbox does wrong on purpose

Written by \`npm run fault-docs\` from \`faults/catalogue.ts\`: change it there.

\`\`\`ts
sandbox.faults.set([
  { name: 'status', at: 'part', status: 503, retryAfterSeconds: 2, every: 20 },
  { name: 'reset-after-body', at: 'complete-upload' }, // it is done, its answer is lost
  { name: 'slow-drip', at: 'part', probability: 0.3, seed: 7 },
]);
sandbox.faults.list(); // each with the requests it could have struck, and those it did
\`\`\`

The same as JSON:

- \`SANDBOX_FAULTS='[{"name":"expired","at":"part","nth":3}]' npm start\`, or
  \`SANDBOX_FAULTS=@tunnel.json npm start\`;
- \`PUT /__sandbox/faults\` with \`{"faults": [...]}\` replaces all, \`POST\` adds, \`DELETE\` clears,
  \`DELETE /__sandbox/faults/{id}\` takes one away, and \`GET\` tells what is set and how often it struck;
- the QA console of the demo, \`/qa.html\`.

A fault that could never strike is refused, with the field and what is allowed there.
`;

const optionLines = (options: Readonly<Record<string, FaultOption>>, indent: string): string =>
  Object.entries(options)
    .map(
      ([name, { means, required }]) =>
        `${indent}- \`${name}\`${required ? ' (required)' : ''}: ${means}\n`,
    )
    .join('');

const faultLines = (): string =>
  Object.entries(FAULTS)
    .map(([name, { does, where, options = {} }]) => {
      const places = where.length === FAULT_PLACES.length ? 'anywhere' : where.join(', ');
      return `- **\`${name}\`** (${places}): ${does}\n${optionLines(options, '  ')}`;
    })
    .join('');

/** The content of the page. */
export const faultDocs = async (): Promise<string> =>
  format(
    `${INTRODUCTION}
## Where

\`at\` is one of ${FAULT_PLACES.map((place) => `\`${place}\``).join(', ')}.

## Which requests

${optionLines(STRIKE_OPTIONS, '')}
Of several faults that are due the first strikes; those that are counted wait for the next request.
Preflights are never struck, nor counted. Chance is a generator of its own for each fault: the same seed
and the same order of requests strike the same requests. Browsers repeat a request by themselves where a
connection they used before breaks without an answer: to reach the page, let a reset strike more than once.

## Faults

${faultLines()}`,
    { ...(await resolveConfig(FAULT_DOCS)), filepath: FAULT_DOCS },
  );

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(FAULT_DOCS, await faultDocs());
