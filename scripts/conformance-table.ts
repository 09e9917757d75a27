/** The table of docs/conformance-rules.md: each sentence of the specification, its checks, and their mutants. */
import { CHECKS } from '../conformance/checks/index.js';
import { BREAKS, checkOf, DIFFERS, PREVENTS } from '../test/support/reference/catalogue.js';
import { TITLES } from '../conformance/report-text.js';
import { RULES, type Rule } from '../conformance/rules/index.js';

const MUTANTS: readonly (readonly [check: string, does: string])[] = [
  ...Object.entries({ ...BREAKS, ...PREVENTS }),
  ...Object.entries(DIFFERS).map(([name, [does]]) => [name, does] as const),
].map(([name, does]) => [checkOf(name), does]);

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const rowsOf = (rule: Rule): readonly string[] => {
  if ('unobservable' in rule) return [row(rule.sentence, '–', 'not observable', rule.unobservable)];
  return rule.checks.map((id, index) => {
    const check = CHECKS.find((it) => it.id === id);
    const level = `${check?.level ?? ''}${check?.thorough === true ? ', `--thorough`' : ''}`;
    const mutants = MUTANTS.filter(([name]) => name === id).map(([, does]) => does);
    return row(index === 0 ? rule.sentence : '', `\`${id}\``, level, mutants.join('; '));
  });
};

/** Markdown with a heading and a table for each section. */
export const conformanceTable = (): string =>
  [...new Set(RULES.map(({ section }) => section))]
    .map((section) =>
      [
        `## ${section} ${TITLES[section] ?? ''}`,
        '',
        '| Sentence | Check | Level | Mutant: a service that … |',
        '| --- | --- | --- | --- |',
        ...RULES.filter((rule) => rule.section === section).flatMap(rowsOf),
      ].join('\n'),
    )
    .join('\n\n');
