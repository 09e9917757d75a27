/** Writes the results to `docs/consumers.md`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatted } from '../../scripts/format.mjs';
import { root } from '../../scripts/paths.mjs';
import type { Outcome, Result } from './check.js';
import type { Consumer } from './consumers.js';
import { POLICIES, TITLES } from './policies.js';

const INTRODUCTION = `# Consumers

\`npm run test:consumers\` builds a real application with each of these tools, installs the packed package into it with
npm, and opens it in Chromium. The page uploads an MP3 to the sandbox through the real handler. A cell of the table says
where the worker came from: its own file, or a Blob. It requires all of this:

- The element reaches \`ready\`, and the framework's listener receives the transcript.
- A worker hashes the file, not the page's main thread. Without WebAssembly it hashes with JavaScript.
- A worker reads the waveform of the MP3 with the decoder, which is a file of its own.
- What writes exports is loaded only when something is exported.
- The build prints no warning, and the browser's console shows no error and no warning. Exceptions: without WebAssembly
  the browser reports that the policy forbids it, and with two versions the element reports which one is active.

The server in front of the application sends the policy:

- Strict: \`default-src 'none'\`, and only what [security.md](security.md#content-security-policy) lists, with hashes for
  the inline scripts that a framework writes into its page.
- No WebAssembly: \`script-src 'self' 'unsafe-inline' blob:\`.
- Trusted Types: \`require-trusted-types-for 'script'; trusted-types lit-html audio-transcribe\`, and the policies in the
  last column.

The applications are in \`test/consumers/apps\`. Angular 22, Nuxt 4.5 and Astro 7 do not run on Node 20: their
applications install Node 24 from npm.
`;

export const writeDocument = async (
  consumers: readonly Consumer[],
  results: ReadonlyMap<string, Result>,
): Promise<void> => {
  const reasons: string[] = [];
  const noteFor = (reason: string): number => {
    if (!reasons.includes(reason)) reasons.push(reason);
    return reasons.indexOf(reason) + 1;
  };
  const cell = (outcome: Outcome | undefined, worker: string): string => {
    if (outcome === undefined) return '?';
    if (outcome.kind === 'passed') return worker;
    return outcome.kind === 'failed' ? '**failed**' : `– (${noteFor(outcome.reason)})`;
  };
  const rows = consumers.map(({ name, worker, trustedTypes = [] }) => {
    const { versions = {}, outcomes = {} } = results.get(name) ?? {};
    const shown = Object.entries(versions).map(([title, version]) => `${title} ${version}`);
    const cells = POLICIES.map((policy) => cell(outcomes[policy], worker));
    const names = trustedTypes.map((type) => `\`${type}\``).join(', ');
    return [name, shown.join(', '), ...cells, names];
  });
  const titles = [
    'Consumer',
    'Versions',
    ...POLICIES.map((policy) => TITLES[policy]),
    'Needs also',
  ];
  const lines = [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const notes = reasons.map((reason, at) => `${at + 1}. ${reason}`);
  const path = join(root, 'docs/consumers.md');
  const text = [INTRODUCTION, lines.join('\n'), notes.join('\n')].join('\n');
  await writeFile(path, await formatted(path, text.replaceAll('\n\n\n', '\n\n')));
};
