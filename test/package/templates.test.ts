/** The types for templates, checked with each framework's own compiler. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { packInto } from './consumer.js';
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

const JSX = ['react19', 'react18', 'preact10', 'preact11', 'solid'];

describe('types for templates', () => {
  let folder: string;
  let tarball: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'templates-'));
    tarball = await packInto(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  describe('JSX', () => {
    // One compiler checks all frameworks, because most of the work is the same.
    let printed: string;
    before(async () => {
      const project = await createProject(tarball, 'templates/jsx');
      // Both versions of a framework compile the same page.
      for (const [from, to] of [
        ['react19', 'react18'],
        ['preact11', 'preact10'],
      ] as const)
        await cp(join(project.folder, from, 'page.tsx'), join(project.folder, to, 'page.tsx'));
      printed = await check(project);
      await project.remove();
    });
    const linesOf = (name: string): readonly string[] =>
      printed.split('\n').filter((line) => line.startsWith(`${name}/`));

    for (const name of JSX) {
      it(`${name}: JSX accepts exactly the element's API`, () => {
        // The compiler must fail for a reason that belongs to a framework.
        assert.equal(printed !== '', JSX.flatMap(linesOf).length > 0, printed);
        assert.deepEqual(linesOf(name), []);
      });
    }
  });

  for (const [name, template] of [
    ['vue', 'Wrong.vue'],
    ['svelte', 'Wrong.svelte'],
  ] as const) {
    it(`${name}: a template accepts exactly the element's API, and each wrong value is an error`, async (test) => {
      const project = await createProject(tarball, `templates/${name}`);
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
