/**
 * The tables of docs/accessibility.md, which `npm run doc-blocks` writes. Their evidence are titles of tests, each of which
 * is in the sources. So it has passed if the full check has.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  CHECKS_FILE,
  LEVEL_A,
  LEVEL_AA,
  TABLES,
  type Evidence,
  type Row,
} from '../test/browser/accessibility/criteria.js';
import { root } from './paths.mjs';

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
