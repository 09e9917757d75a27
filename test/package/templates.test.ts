/** The types for templates, checked with each framework's own compiler. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createConsumer, type Consumer } from './consumer.js';
import { createProject, type Project } from './project.js';

/** The template lines that use the element: the checker must report each, and no other. */
const linesWithElement = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (line.includes('<audio-transcribe') ? index + 1 : []));

/** The positions that a checker reports, as `file:line`, each once. */
const complaints = (printed: string): string[] => [
  ...new Set(
    [
      // Wrong.vue(6,21): error TS2322
      ...printed.matchAll(/^(\S+)\((\d+),\d+\): error/gm),
      // 1763770000 ERROR "Wrong.svelte" 5:19 "…"
      ...printed.matchAll(/^\d+ (?:ERROR|WARNING) "([^"]+)" (\d+):/gm),
    ].map(([, file, line]) => `${file}:${line}`),
  ),
];

/** The checker's output, whether it succeeds or fails. */
const check = (project: Project): Promise<string> =>
  project.run('npm', 'run', '--silent', 'check').catch((error: Error) => error.message);

describe('types for templates', () => {
  let consumer: Consumer;
  before(async () => {
    consumer = await createConsumer();
  });
  after(() => consumer.remove());

  for (const name of ['react19', 'react18', 'preact10', 'preact11', 'solid']) {
    it(`${name}: JSX accepts exactly the element's API`, async (test) => {
      const project = await createProject(consumer.tarball, `templates/${name}`);
      test.after(() => project.remove());
      assert.equal(await check(project), '');
    });
  }

  for (const [name, template] of [
    ['vue', 'Wrong.vue'],
    ['svelte', 'Wrong.svelte'],
  ] as const) {
    it(`${name}: a template accepts exactly the element's API, and each wrong value is an error`, async (test) => {
      const project = await createProject(consumer.tarball, `templates/${name}`);
      test.after(() => project.remove());
      const lines = linesWithElement(await readFile(join(project.folder, template), 'utf8'));
      assert.ok(lines.length > 5);
      const printed = await check(project);
      assert.deepEqual(
        complaints(printed),
        lines.map((line) => `${template}:${line}`),
        printed,
      );
    });
  }
});
