/**
 * The tables of docs/accessibility.md, which `npm run doc-blocks` writes. As a program, it fails unless every test that is
 * evidence has passed in the last runs of the steps `browser` and `e2e`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CHECKS_FILE,
  LEVEL_A,
  LEVEL_AA,
  TABLES,
  type Evidence,
  type Row,
} from '../test/browser/accessibility/criteria.js';
import { cache, root } from './paths.mjs';

const ALL: Readonly<Record<string, readonly Row[]>> = {
  'WCAG 2.2, level A': LEVEL_A,
  'WCAG 2.2, level AA': LEVEL_AA,
  ...TABLES,
};

/** What a test inserts into its title. */
const INSERTED = /\$\{[^{}]*\}/g;

/** The titles in the source of a test file, with `…` for what is inserted. */
const titlesIn = (file: string): ReadonlySet<string> => {
  const path = join(root, file);
  if (!existsSync(path)) return new Set();
  // The titles of the checks are the keys of an object.
  const source = readFileSync(file === CHECKS_FILE ? join(path, '../checks.ts') : path, 'utf8');
  const pattern =
    file === CHECKS_FILE ? /^ {2}(')(.+?)':/gm : /\b(?:it|test)\(\s*(['"`])((?:\\.|(?!\1)[^])*)\1/g;
  return new Set(
    [...source.matchAll(pattern)].map(([, , title = '']) => title.replace(INSERTED, '…')),
  );
};

/** The evidence that is in no source, and the rows that claim without evidence. */
export const untrue = (): readonly string[] =>
  Object.values(ALL)
    .flat()
    .flatMap(({ id, verdict, evidence }) => [
      ...(verdict === 'Does not apply' || evidence.length > 0 ? [] : [`${id} has no evidence`]),
      ...evidence
        .filter(({ file, title }) => !titlesIn(file).has(title))
        .map(({ file, title }) => `${id}: there is no test “${title}” in ${file}`),
    ]);

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const evidenceText = ({ file, title }: Evidence): string => `\`${basename(file)}\`: ${title}`;

const rowText = ({ id, name, verdict, evidence, remark }: Row): string =>
  `| ${[`${id} ${name}`.trim(), verdict, evidence.map(evidenceText).join('<br>'), remark]
    .map((text) => cell(text).replaceAll('&lt;br>', '<br>'))
    .join(' | ')} |`;

/** Markdown. Throws if the data is untrue. */
export const accessibilityTables = (): string => {
  const found = untrue();
  if (found.length > 0) throw new Error(found.join('\n'));
  return Object.entries(ALL)
    .map(([title, rows]) =>
      [
        `## ${title}\n`,
        '| Criterion | Conformance | Evidence | Remarks |',
        '| --- | --- | --- | --- |',
        ...rows.map(rowText),
      ].join('\n'),
    )
    .join('\n\n');
};

interface Suite {
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[];
  readonly suites?: readonly Suite[];
}

const passedIn = ({ specs = [], suites = [] }: Suite): readonly string[] => [
  ...specs.filter(({ ok }) => ok).map(({ title }) => title),
  ...suites.flatMap(passedIn),
];

/** The evidence that is not among the titles of passed tests: those of `browser` and those of `e2e`. */
const unproven = (browser: readonly string[], e2e: readonly string[]): readonly Evidence[] => {
  const evidence = Object.values(ALL)
    .flat()
    .flatMap((row) => row.evidence);
  return [...new Set(evidence)].filter(({ file, title }) => {
    const words = title.split('…').map((each) => each.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    const pattern = new RegExp(`^${words.join('.*')}$`, 's');
    return !(file.startsWith('test/e2e/') ? e2e : browser).some((passed) => pattern.test(passed));
  });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(cache, name), 'utf8'));
  const { times = [] } = read('browser-tests.json') as {
    readonly times?: readonly { readonly title: string }[];
  };
  const titles = times.map(({ title }) => title);
  const missing = unproven(titles, passedIn(read('e2e.json') as Suite));
  for (const { file, title } of missing)
    console.error(
      `docs/accessibility.md needs a test that did not run and pass: ${file}: ${title}`,
    );
  process.exitCode = missing.length > 0 ? 1 : 0;
}
