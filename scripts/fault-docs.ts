/** `npm run fault-docs`: writes demo/sandbox/faults.md from the table of faults. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  FAULTS,
  STRIKE_OPTIONS,
  type FaultOption,
  FAULT_PLACES,
} from '../demo/sandbox/faults/catalogue.js';
import { formatted } from './format.mjs';

export const FAULT_DOCS = fileURLToPath(new URL('../demo/sandbox/faults.md', import.meta.url));

const INTRODUCTION = `# Faults of the sandbox

\`npm run fault-docs\` generates this page from \`faults/catalogue.ts\`. Do not edit it.

\`\`\`ts
sandbox.faults.set([
  { name: 'status', at: 'part', status: 503, retryAfterSeconds: 2, every: 20 },
  { name: 'reset-after-body', at: 'complete-upload' }, // completes the upload, but the response is lost
  { name: 'slow-drip', at: 'part', probability: 0.3, seed: 7 },
]);
sandbox.faults.list(); // each fault with the numbers of matching and of affected requests
\`\`\`

Other ways to set faults:

- \`SANDBOX_FAULTS='[{"name":"expired","at":"part","nth":3}]' npm start\`, or
  \`SANDBOX_FAULTS=@tunnel.json npm start\`;
- \`PUT /__sandbox/faults\` with \`{"faults": [...]}\` replaces all faults, \`POST\` adds faults, \`DELETE\` removes all,
  \`DELETE /__sandbox/faults/{id}\` removes one, and \`GET\` lists them with the number of affected requests;
- in the QA console of the demo, \`/demo/qa.html\`;
- in the URL of the demo or the QA console.

Faults from a test, the environment or a client without a session apply to all requests. Faults from the QA console
or a URL apply only to the visitor who set them; see \`README.md\`, “Sessions and conditions”.

The sandbox rejects a fault that could never apply. The error names the field and its allowed values.

## In a URL

\`\`\`text
/demo/qa.html?fault=status@part:status=503,every=3&fault=expired@download&chunk=65536&bandwidth=256000&latency=80
\`\`\`

- \`fault\`: \`NAME@PLACE\`, then \`:\` and options as \`option=value\`, separated by commas. Repeat it for each fault.
- \`chunk\` (bytes), \`bandwidth\` (bytes per second), \`latency\` (ms): the conditions of the link. See \`README.md\`.
- In a value, write \`%25\` for \`%\` and \`%2C\` for a comma, then encode the query as usual. A text that could be read as
  JSON in \`changed-field\` and \`bad-chunk-size\` needs quotes: \`value="5"\`.

The page sets these faults and conditions for its visitor when it opens, and removes them from the URL. A red bar shows
what is on. If something else is on, the bar asks first. A mistake in the URL is shown, and then nothing is set. “Copy
link” in the QA console copies such a URL.
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
  formatted(
    FAULT_DOCS,
    `${INTRODUCTION}
## Where

\`at\` is one of ${FAULT_PLACES.map((place) => `\`${place}\``).join(', ')}.

## Which requests

${optionLines(STRIKE_OPTIONS, '')}
If several faults match a request, the first applies; counted ones wait for the next request. Preflights are never affected
or counted. Each fault has its own random generator, so the same seed and order of requests affect the same requests.
Browsers repeat a request themselves if a reused connection breaks without a response. A reset reaches the page only if it
affects several requests.

## Faults

${faultLines()}`,
  );

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(FAULT_DOCS, await faultDocs());
